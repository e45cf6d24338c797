"""Pure: what a reviewer should notice about a change."""
