// `npm run bench [-- PART …] [--check] [--json] [--report]`: measures parts by name. `--check` exits with 1 if a target
// is missed; `--report` writes the serving table to scripts/proof/bench/report.md.
import { benchBesideBareNode } from './proof/bench/beside-bare-node.ts';
import { benchCaches } from './proof/bench/caches/compare.ts';
import { benchCapacity } from './proof/bench/capacity/measure.ts';
import { benchGrowth } from './proof/bench/growth.ts';
import { benchLoad } from './proof/bench/load/measure.ts';
import { benchPooler } from './proof/bench/pooler.ts';
import { benchServing } from './proof/bench/serving.ts';
import { benchStart } from './proof/bench/start.ts';

type Options = { json: boolean; report: boolean };
type Part = { about: string; run: (options: Options) => Promise<boolean> };

const parts = new Map<string, Part>([
  [
    'serving',
    {
      about:
        'metered briefs, pages, tickers and status beside bare node:http, Fastify and the naive form; --json for figures as data',
      run: benchServing,
    },
  ],
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
  [
    'capacity',
    {
      about: 'costs of an answer under load, and the capacity that follows; --report writes the guide',
      run: benchCapacity,
    },
  ],
  [
    'caches',
    {
      about: 'what each cache saves of the row that it serves: a server without it beside one with all',
      run: benchCaches,
    },
  ],
  ['pooler', { about: 'unnamed statements, as behind a transaction pooler, beside named ones', run: benchPooler }],
  ['start', { about: 'from the spawn to the first brief, on a new store and on an existing one', run: benchStart }],
  [
    'idle',
    {
      about:
        'on PostgreSQL: from the spawn to the first answer, and the memory of an idle server, beside bare node:http',
      run: benchBesideBareNode,
    },
  ],
]);

const words = process.argv.slice(2);
const [names, options] = [
  words.filter((word) => !word.startsWith('--')),
  words.filter((word) => word.startsWith('--')),
];
const unknown = [
  ...names.filter((name) => !parts.has(name)),
  ...options.filter((option) => !['--check', '--json', '--report'].includes(option)),
];
if (unknown.length > 0) {
  const lines = [...parts].map(([name, { about }]) => `  ${name.padEnd(8)} ${about}\n`);
  process.stderr.write(
    `No such part: ${unknown.join(', ')}\nnpm run bench -- PART … [--check] [--json] [--report]\n${lines.join('')}`,
  );
  process.exitCode = 2;
} else {
  let passed = true;
  for (const name of names.length === 0 ? ['serving'] : names)
    passed =
      ((await parts.get(name)?.run({ json: options.includes('--json'), report: options.includes('--report') })) ??
        true) &&
      passed;
  if (!passed && options.includes('--check')) process.exitCode = 1;
}
