"""``python -m analytics.spark LOG OUT``: writes facts and cubes of a log in Parquet below OUT by Spark.

The master is that of the environment (``spark-submit``), or this machine. Not here: the computation
(``chain``).
"""

import argparse
import os
import sys

from pyspark.sql import SparkSession

from analytics.spark.chain import ready, write_cubes, write_facts


def main() -> int:
    """Run the whole chain."""
    parser = argparse.ArgumentParser(prog="python -m analytics.spark", description=__doc__)
    parser.add_argument("log", help="Parquet of the log, as kifuda export --format parquet writes it")
    parser.add_argument("out", help="folder, or address of one, for facts/ and cubes/")
    given = parser.parse_args()
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)  # otherwise workers use their default Python
    session = ready(SparkSession.builder.appName("kifuda").getOrCreate())
    write_facts(session.read.parquet(given.log), f"{given.out}/facts")
    write_cubes(session, f"{given.out}/facts", f"{given.out}/cubes")
    session.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
