"""One module for each subcommand; each has a click command called `command`."""
