"""What abilities see of the board."""
