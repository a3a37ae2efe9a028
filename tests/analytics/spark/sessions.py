"""A Spark session on this machine, for tests of what runs on a cluster; without Spark or Java they skip.

``make spark`` adds Spark; on Debian, ``apt install default-jre-headless`` adds Java.
"""

import os
import shutil
import sys
from functools import cache
from typing import Any

import pytest


@cache
def session() -> Any:
    """The session of this process."""
    pytest.importorskip("pyspark", reason="Spark is not installed: make spark adds it")
    if shutil.which("java") is None:
        pytest.skip("Spark wants Java, which is not installed: apt install default-jre-headless adds it")
    from pyspark.sql import SparkSession

    from analytics.spark.chain import ready

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master("local[2]").appName("tests")
    builder = builder.config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", "2")
    return ready(builder.getOrCreate())
