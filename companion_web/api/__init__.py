"""The JSON that programs and the page's scripts send and get, and the stream of views."""
