"""What is said over the network, as data: every message, every HTTP body, and the browser's types made from them.
Knows no table."""
