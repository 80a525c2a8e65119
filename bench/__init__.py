"""Benchmarks: speed is measured here, never in tests. They aren't installed.

Run them in a checkout, as in `python -m bench.house --against DIR`; `--help` says what each measures and aims at.
"""
