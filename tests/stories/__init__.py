"""The stories themselves, and the runner that plays them."""
