"""What is sent to people who are not here: messages to their browsers' push services."""
