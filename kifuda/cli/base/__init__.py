"""What all commands use: options, output, language, error messages."""
