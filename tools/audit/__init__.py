"""Rulings in bulk: audits of cases, of editions against each other and of recorded games."""
