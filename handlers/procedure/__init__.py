"""The procedures of declarations: a module a rule, and what their steps share."""
