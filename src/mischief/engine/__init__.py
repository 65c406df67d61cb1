"""What every game is made of; knows no game, no server, no file of anybody's."""
