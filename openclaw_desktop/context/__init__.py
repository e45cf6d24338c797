"""What the model is given, what it costs, and what its sessions did; read-only."""
