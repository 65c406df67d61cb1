"""Doctor Rat: he knows what every rat may eat and must not say it; they eat, are told good or bad, and work it out."""
