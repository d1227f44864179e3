"""Boards as SVG: what is drawn, and how it looks."""
