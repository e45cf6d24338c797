"""Pure: words that tell what is worth keeping, and values that mean nothing to a person."""

from __future__ import annotations

import re

NOISE = re.compile(
    r"""(?ix)
    ^(?:call_[\w-]+|toolu_[\w-]+|(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,64}
      |[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|sk-[\w-]+|ghp_\w+|[A-Za-z0-9+/=_]{40,}|0x[0-9a-f]+|/(?:tmp|proc|dev|var/folders)/\S*
      |(?:UTF|ISO|RFC|SHA|MD|GPT|HTTP|H|P|V|UTC|GMT)-?\d+|NO_REPLY|HEARTBEAT_OK|\W+)$"""
)
"""Ids of calls, hashes, keys, names of standards, places of what does not last."""

COUNTED = re.compile(
    r"(?i)\b(?:tokens?|bytes|chars?|characters|lines?|rows?|columns?|entries|retries|attempts?|results?|matches"
    r"|messages|files|steps?|items|options?|times?|pid|status|line|page|chunks?|tests?|packages?|words?|insertions?|deletions?)\b"
)
"""What programs count."""

NOT_COUNTED = re.compile(r"(?i)\s*(?:is|are|was|were|from|of|to|in|on|at|and|or|for|by|with|after|before)\b")
"""So it goes on behind a number that is a code or an id, and counts nothing."""

DURATION = re.compile(r"(?i)(?:seconds?|secs?|ms|µs|s)\b")
"""So a unit begins in which programs tell how long they took."""

REQUEST = re.compile(
    r"(?i)\b(?:remember|keep in mind|don['’]t forget|note that|from now on|allergic|never|always)\b"
    r"|\bwe(?:['’]ve| have)? (?:decided|agreed)\b|\b(?:I|we) (?:prefer|hate|love)\b"
    r"|记住|记得|记一下|记下|别忘|不要忘记|以后|从现在起|我们?(?:决定|约定)|过敏|我(?:喜欢|不喜欢|讨厌|习惯)|务必|千万"
)
"""By these a person says that something is to be kept."""

REQUEST_ITSELF = re.compile(r"(?:请|帮我)?(?:记住|记得|记一下|记下来?|别忘了?|不要忘记)[:：，,]?")
"""Chinese words of a request that are no part of what is to be kept."""

WEIGHTY = re.compile(
    r"(?i)\b(?:remember|note that|remind|keep in mind|important|always|never|decided|decision|agreed|prefers?"
    r"|deadline|due|from now on|don['’]t forget|make sure|my|our)\b"
    r"|记住|记一下|记下|别忘|提醒|重要|决定|约定|以后|偏好|喜欢|截止|务必"
)
"""A sentence with one of these says something that matters."""

QUESTION = re.compile(r"[?？]\s*$")

CHATTER = re.compile(r"(?i)^(?:let me|i'll|i will|i am going to|now i|checking|looking|让我|我来|我先)")
"""So an agent says what it is about to do."""
