"""The pages that people read, each with what its template needs."""
