"""Who may ask for what: sessions, seats, the host and the checks of every request."""
