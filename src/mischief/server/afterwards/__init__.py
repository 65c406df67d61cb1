"""What is told and tried once a game is over: replays and files, the share card, the preview of a link, and the sandbox
of lessons and what-ifs."""
