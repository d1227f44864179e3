"""Fast Track as people see it: words, keys, set-up."""
