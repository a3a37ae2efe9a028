"""The store beside a log: matches projected into Parquet, what is derived from them, reading."""
