"""The journal, which only grows, and the log it holds; entries, digests and the stores that keep them."""
