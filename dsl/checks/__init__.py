"""Rules of good form, one module each."""
