"""The OpenAPI file: made of the routes and of the structs that read and write their JSON."""
