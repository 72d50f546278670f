"""Validates Atom feeds by a RELAX NG grammar and reads them with feedparser: JSON of feeds in, JSON of findings out."""
import json
import sys

import feedparser
from lxml import etree

grammar = etree.RelaxNG(etree.parse(sys.argv[1]))


def reading(text):
    valid = grammar.validate(etree.fromstring(text.encode()))
    parsed = feedparser.parse(text, sanitize_html=False, resolve_relative_uris=False)
    return {
        "errors": [] if valid else [f"{error.line}: {error.message}" for error in grammar.error_log],
        "malformed": bool(parsed.bozo),
        "version": parsed.version,
        "title": parsed.feed.get("title"),
        "entries": [
            {
                "id": entry.get("id"),
                "title": entry.get("title"),
                "link": next((link.href for link in entry.get("links", []) if link.rel == "alternate"), ""),
                "time": entry.get("updated"),
                "text": (entry.get("content") or [{"value": entry.get("summary", "")}])[0]["value"],
            }
            for entry in parsed.entries
        ],
    }


json.dump([reading(text) for text in json.load(sys.stdin)], sys.stdout)
