"""What every page stands on: context, address, access, language, the log and the store."""
