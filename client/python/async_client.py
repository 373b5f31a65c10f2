"""Writes `async_client.py` from `client.py`: the same methods for tasks. `--check` only compares."""

import re
import sys
from pathlib import Path

package = Path(__file__).parent / "src" / "research_intelligence"

HEADER = (
    '"""The client for tasks, made from `client.py` by `python async_client.py`: change that file, not this one."""\n'
)

CHANGES = [
    (r'^""".*?"""\n', HEADER),
    (r"from \.pages import PagedList", "from .pages import AsyncPagedList"),
    (r"from \.transport import run\b", "from .transport import run_async"),
    (r"class ResearchClient", "class AsyncResearchClient"),
    (r'"""Asks in threads\. One client may be used from several\."""', '"""Asks in tasks, of asyncio or trio."""'),
    (r"httpx\.Client\b", "httpx.AsyncClient"),
    (r"def __enter__", "async def __aenter__"),
    (r"def __exit__", "async def __aexit__"),
    (r"def close\(", "async def close("),
    (r"self\.close\(\)", "await self.close()"),
    (r"self\._http\.close\(\)", "await self._http.aclose()"),
    (r"\bPagedList\b", "AsyncPagedList"),
    (r"    def (brief|belief|source|evidence|tickers|status|receipt|login|_one)\(", r"    async def \1("),
    (r"        def ask\(", "        async def ask("),
    (r"return run\(", "return await run_async("),
    (r"return self\._one\(", "return await self._one("),
]


def made() -> str:
    text = (package / "client.py").read_text()
    for pattern, replacement in CHANGES:
        text = re.sub(pattern, replacement, text, flags=re.MULTILINE | re.DOTALL if pattern.startswith("^") else 0)
    return text


if __name__ == "__main__":
    target = package / "async_client.py"
    if "--check" not in sys.argv:
        target.write_text(made())
    elif target.read_text() != made():
        sys.exit("async_client.py differs from client.py: python async_client.py")
