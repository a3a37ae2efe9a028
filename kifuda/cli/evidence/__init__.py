"""Commands that sign and verify logs and write evidence bundles."""
