"""What a table is and what may happen at it. Nothing here waits, writes or sends: a log goes in, a table comes out; a
command goes in, an entry comes out."""
