"""What is drawn: the board, its lights, the lap chart and the heat map, as SVG or style sheet."""
