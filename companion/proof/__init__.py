"""What measures and proves the product: benches, simulated hands."""
