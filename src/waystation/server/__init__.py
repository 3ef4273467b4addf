"""Tables in the browser: the server."""
