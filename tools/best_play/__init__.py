"""Best play stated at the edge: for cases, with certificates that can be checked by themselves."""
