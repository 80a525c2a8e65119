"""The rules by edition."""
