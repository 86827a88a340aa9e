"""The fast backend: a flow graph becomes Python source, which runs the same states as the reference machine."""
