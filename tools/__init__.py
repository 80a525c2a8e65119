"""Everything at the edge: command line, case files, card wording, reports, benchmarks."""
