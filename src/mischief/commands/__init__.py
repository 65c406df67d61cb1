"""What `mischief COMMAND` does: one module a command, hooked together by cli.py."""
