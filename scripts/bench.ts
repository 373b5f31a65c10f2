// `npm run bench -- PART … [--check]`: measures the parts by name; with --check a target that is missed ends in exit 1.
import { benchGrowth } from './bench/growth.ts';
import { benchLoad } from './bench/load.ts';
import { benchStart } from './bench/start.ts';

type Part = { about: string; run: () => Promise<boolean> };

const parts = new Map<string, Part>([
  [
    'load',
    {
      about: '100,000 statements and 1,000,000 prices into PostgreSQL: rates, flat memory, flat cost of a brief',
      run: benchLoad,
    },
  ],
  [
    'growth',
    {
      about: 'pages and kept briefs at 10,000, 100,000 and 1,000,000 beliefs: what they cost must not grow with them',
      run: benchGrowth,
    },
  ],
  ['start', { about: 'from the spawn to the first brief, on a new store and on an existing one', run: benchStart }],
]);

const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const unknown = names.filter((name) => !parts.has(name));
if (names.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) process.stderr.write(`No such part: ${unknown.join(', ')}\n`);
  const lines = [...parts].map(([name, { about }]) => `  ${name.padEnd(8)} ${about}\n`);
  process.stdout.write(`npm run bench -- PART … [--check]\n${lines.join('')}`);
  process.exitCode = unknown.length > 0 ? 2 : 0;
} else {
  let passed = true;
  for (const name of names) passed = ((await parts.get(name)?.run()) ?? true) && passed;
  if (!passed && process.argv.includes('--check')) process.exitCode = 1;
}
