"""Writes the modules for tasks (`async_*.py`) from those for threads. `--check` only compares."""

import re
import sys
from pathlib import Path

package = Path(__file__).parent / "src" / "research_intelligence"

MODULES = ("connection", "lists", "client")

HEADER = '"""For tasks, made from `{}.py` by `python async_client.py`: change that file, not this one."""\n'

CHANGES = [
    (r"from \.pages import PagedList", "from .pages import AsyncPagedList"),
    (r"from \.transport import run\b", "from .transport import run_async"),
    (r"from \.(connection|lists) import (\w+)", r"from .async_\1 import Async\2"),
    (r"class (Connection|Lists|ResearchClient)\((\w+)\)", r"class Async\1(Async\2)"),
    (r"\bAsyncClientBase\b", "ClientBase"),
    (r'"""Asks in threads\. One client may be used from several\."""', '"""Asks in tasks, of asyncio or trio."""'),
    (r"httpx\.Client\b", "httpx.AsyncClient"),
    (r"def __enter__", "async def __aenter__"),
    (r"def __exit__", "async def __aexit__"),
    (r"def close\(", "async def close("),
    (r"self\.close\(\)", "await self.close()"),
    (r"self\._http\.close\(\)", "await self._http.aclose()"),
    (r"\bPagedList\b", "AsyncPagedList"),
    (r"    def (\w+\([^()]*\) -> (?:Result|Login)\b)", r"    async def \1"),
    (r"        def ask\(", "        async def ask("),
    (r"return run\(", "return await run_async("),
    (r"return self\._one\(", "return await self._one("),
]


def made(module: str) -> str:
    """The module for tasks that this module for threads becomes."""
    text = re.sub(r'^""".*?"""\n', HEADER.format(module), (package / f"{module}.py").read_text(), flags=re.DOTALL)
    for pattern, replacement in CHANGES:
        text = re.sub(pattern, replacement, text)
    return text


if __name__ == "__main__":
    for module in MODULES:
        target = package / f"async_{module}.py"
        if "--check" not in sys.argv:
            target.write_text(made(module))
        elif target.read_text() != made(module):
            sys.exit(f"{target.name} differs from {module}.py: python async_client.py")
