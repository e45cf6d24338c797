"""From text to searchable rows."""
