"""The benches that measure the product, and the simulated hands that prove it."""
