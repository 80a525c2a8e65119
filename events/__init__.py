"""Facts: what happened, as frozen models; the vocabulary they are written in; the journal that keeps them."""
