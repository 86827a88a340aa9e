"""Measures the reference machine and the compiler; `python -m benchmarks` prints one table."""
