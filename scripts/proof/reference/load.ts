// Loads a data folder by the commands that the documentation names, everything in one release dated before it all.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { find } from './raw-files.ts';
import type { RawData } from './raw-files.ts';

/** The command lines, in their order: sessions, securities, prices by provider, statements, release. */
export function loadCommands(folder: string, raw: RawData): string[][] {
  const commands = [['import-sessions', find(folder, 'nyse_sessions.csv')]];
  const master = join(folder, 'security_master.csv');
  if (existsSync(master)) commands.push(['import-securities', master]);
  for (const provider of new Set(raw.priceFiles.map((file) => file.folder))) {
    const files = raw.priceFiles.filter((file) => file.folder === provider);
    const named = provider === '.' ? [] : ['--provider', provider];
    for (const adjusted of [true, false]) {
      const paths = [...new Set(files.filter(({ hasAdjusted }) => hasAdjusted === adjusted).map(({ path }) => path))];
      if (paths.length > 0)
        commands.push(['import-prices', ...paths, ...named, ...(adjusted ? [] : ['--basis', 'adjusted_close'])]);
    }
  }
  return [
    ...commands,
    ['import-statements', find(folder, 'statements.ndjson')],
    ['release', '--effective-at', raw.releases[0] ?? ''],
  ];
}
