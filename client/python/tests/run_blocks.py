"""Runs the Python blocks of Markdown pages and the cells of notebooks, each page with the package that is installed.

A block is a program of its own, a notebook is one program. The address of the examples is that of `RESEARCH_URL`, and
`SERVICE_API_KEY` holds a key.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

ADDRESSES = re.compile(r"http://127\.0\.0\.1:8080|https://research\.example")


def programs(path: Path) -> list[str]:
    text = path.read_text()
    if path.suffix == ".md":
        return re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
    if any(cell["outputs"] for cell in cells):
        sys.exit(f"{path} has outputs: clear them")
    source = "\n\n".join("".join(cell["source"]) for cell in cells)
    return [f"{source}\n\nassert plt.get_fignums(), 'nothing was drawn'\n"]


def main() -> None:
    count = 0
    for name in sys.argv[1:]:
        for program in programs(Path(name)):
            source = ADDRESSES.sub(os.environ["RESEARCH_URL"], program)
            env = {**os.environ, "MPLBACKEND": "Agg"}
            command = [sys.executable, "-W", "error::DeprecationWarning:__main__", "-c", source]
            ended = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)
            if ended.returncode != 0 or not (ended.stdout or name.endswith(".ipynb")):
                sys.exit(f"a block of {name} failed:\n{program}\n{ended.stdout}{ended.stderr}")
            count += 1
    print(f"{count} blocks ran")


if __name__ == "__main__":
    main()
