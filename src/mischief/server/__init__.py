"""Tables that never lose a move and never leak a secret: seats, chat, clocks, persistence and the protocol."""
