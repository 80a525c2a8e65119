"""Which declarations are legal."""
