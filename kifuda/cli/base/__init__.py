"""What every command stands on: options, output, language, messages about failures."""
