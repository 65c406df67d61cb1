"""What goes over the network: the application with its pages, its HTTP API and its WebSockets, and the limits on their
use."""
