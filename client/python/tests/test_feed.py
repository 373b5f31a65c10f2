"""The Atom feed of releases, read by a feed parser that is not ours; `npm run clients` starts the service."""

from __future__ import annotations

from typing import Any

import feedparser  # type: ignore[import-untyped]
import httpx
from test_against_the_service import given

from research_intelligence import ResearchClient


def parsed(url: str) -> Any:
    """A document that is not well formed, or whose type is not that of XML, sets `bozo`."""
    answer = httpx.get(url)
    feed = feedparser.parse(answer.content, response_headers={"content-type": answer.headers["content-type"]})
    assert (feed.bozo, feed.version) == (False, "atom10"), feed.get("bozo_exception")
    return feed


def test_a_feed_parser_reads_every_release_by_the_links_of_the_pages() -> None:
    base = given("RESEARCH_URL")
    entries: list[Any] = []
    url: str | None = f"{base}/v1/releases.atom?limit=2"
    while url is not None:
        feed = parsed(url)
        assert feed.feed.id.startswith("tag:127.0.0.1,2026:")
        assert {link.rel: link.href for link in feed.feed.links}["self"] == url
        entries += feed.entries
        url = next((link.href for link in feed.feed.links if link.rel == "next"), None)
    with ResearchClient(base_url=base) as client:
        releases = list(client.releases(limit=50))
    assert [entry.title for entry in entries] == [f"{one.kind.capitalize()} {one.number}" for one in releases]
    assert len({entry.id for entry in entries}) == len(entries) > 2
    for entry, release in zip(entries, releases, strict=True):
        assert entry.updated_parsed[:6] == release.effective_at.timetuple()[:6]
        assert [tag.term for tag in entry.get("tags", [])] == release.tickers[:50]
        assert entry.content[0].type == "text/plain"
        [link] = entry.links
        [shown] = httpx.get(link.href).json()["releases"]
        assert shown["number"] == release.number
