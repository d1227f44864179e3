"""Lights: what each one means and how it looks."""
