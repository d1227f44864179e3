"""What hands mean: changes at holes become readings of what was done."""
