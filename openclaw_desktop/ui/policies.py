"""How each policy is drawn and named."""

from __future__ import annotations

from openclaw_desktop.review.policy import Policy

BADGES = {
    Policy.REVIEW: "eye",
    Policy.HOLD: "held",
    Policy.LOCKED: "locked",
    Policy.APPEND_ONLY: "plus",
}
"""The sign of each policy; a free file has none."""

NAMES = {
    Policy.FREE: "Free",
    Policy.REVIEW: "Review",
    Policy.HOLD: "Hold",
    Policy.LOCKED: "Locked",
    Policy.APPEND_ONLY: "Append only",
}
"""What a person calls each policy, the mildest first."""
