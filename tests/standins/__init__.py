"""Stand-ins for what a test cannot have: servers on loopback, started by the test itself."""
