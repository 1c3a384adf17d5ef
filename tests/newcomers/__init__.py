"""What the rules of the newcomers' trials must do; see `docs/newcomers.md`."""
