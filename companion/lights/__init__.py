"""What a light means and how it looks."""
