"""Players that are not people, all behind one door that shows only what a seat may know."""
