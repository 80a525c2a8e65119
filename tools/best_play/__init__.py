"""Best play told at the edge: for cases, with certificates that can be checked by themselves."""
