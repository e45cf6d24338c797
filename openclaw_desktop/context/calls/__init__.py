"""Pure, but for `tool_calls`: which files an agent's tool calls wrote."""
