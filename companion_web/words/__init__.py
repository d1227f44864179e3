"""The page's own words, from the catalogues in this folder."""
