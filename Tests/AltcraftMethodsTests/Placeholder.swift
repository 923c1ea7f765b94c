// Removed with the first real test of this target.
