"""From sums to numbers: values, intervals, and what an interval is over."""
