"""The store of a log: matches projected into Parquet, data derived from them, reading."""
