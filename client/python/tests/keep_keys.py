"""Saves keys, as `scripts/clients/keep-keys.ts` does."""

import sys

from research_intelligence import Credentials

folder, name, count = sys.argv[1:]
for number in range(int(count)):
    Credentials({"XDG_CONFIG_HOME": folder}).save(f"https://{name}-{number}.example", f"ri_live_{name}_{number}")
