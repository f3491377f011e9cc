"""What programs that come to a server need beside its protocol."""
