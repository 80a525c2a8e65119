"""Abilities as sentences in current templating (`lines.render`), in modules by what they are about."""
