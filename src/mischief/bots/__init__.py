"""Players that are not people. All of them see a table from one seat's perspective: only what that seat may know."""
