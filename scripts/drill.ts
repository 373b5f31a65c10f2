// `npm run drill -- PART …`: hurts the service on purpose, part by part, and says whether it took it; exit 1 when it did not.
import { drillClient } from './drill/client.ts';
import { drillClockSkew } from './drill/clock-skew.ts';
import { drillCursors } from './drill/cursors.ts';
import { drillDefects } from './drill/defects.ts';
import { drillFailover } from './drill/failover.ts';
import { drillFaults } from './drill/faults.ts';
import { drillFuzz } from './drill/fuzz.ts';
import { drillGenerators } from './drill/generators.ts';
import { drillOutages } from './drill/outages.ts';
import { drillOverload } from './drill/overload.ts';
import { drillKills } from './drill/kills.ts';
import { drillRuntimes } from './drill/runtimes.ts';
import { drillSimulate } from './drill/simulate.ts';
import { drillSlow } from './drill/slow.ts';
import { drillSoak } from './drill/soak.ts';

type Part = { about: string; run: () => Promise<boolean> };

const parts = new Map<string, Part>([
  ['cursors', { about: '100,000 changed cursors over HTTP: each is 400 invalid-cursor', run: drillCursors }],
  [
    'outages',
    { about: 'the database gone, silent and full under load: 503 meanwhile, well at once', run: drillOutages },
  ],
  [
    'overload',
    {
      about: 'half of what can be answered, then three times as much: the event loop is free, goodput holds',
      run: drillOverload,
    },
  ],
  [
    'slow',
    { about: '2,000 slow connections: each is cut within 10 s, and good clients do not notice them', run: drillSlow },
  ],
  ['soak', { about: 'half an hour of everything at once: no failure, and no more memory at the end', run: drillSoak }],
  [
    'failover',
    { about: 'the primary killed under load, its standby in its place: nothing is lost', run: drillFailover },
  ],
  ['clock-skew', { about: 'servers whose clocks are hours apart and jump: one time for all', run: drillClockSkew }],
  [
    'faults',
    { about: 'outages, failover, clock-skew, kills and the wrong designs of defects, in one report', run: drillFaults },
  ],
  ['defects', { about: 'each planted defect makes the test of its guarantee fail', run: drillDefects }],
  [
    'kills',
    {
      about:
        '1,000 kills of servers, 150 of PostgreSQL, 1,000 lost acknowledgements, 100 revocations: the ledger holds',
      run: drillKills,
    },
  ],
  ['fuzz', { about: '1,000,000 requests made from the contract: each answer is as documented', run: drillFuzz }],
  [
    'simulate',
    { about: '100,000,000 steps of the pure cores over 100,000 seeds on a virtual clock', run: drillSimulate },
  ],
  [
    'client',
    { about: '10,000 calls of the client through drops, delays and refusals: each is charged once', run: drillClient },
  ],
  [
    'runtimes',
    { about: 'the packed client under Node 20, 22, 24, Bun, Deno and two compilers, from npm', run: drillRuntimes },
  ],
  [
    'generators',
    {
      about: 'six generators of others, from npm, take the contract and make code that type-checks',
      run: drillGenerators,
    },
  ],
]);

// `name=number` is for the part itself.
const names = process.argv.slice(2).filter((word) => !word.includes('='));
const unknown = names.filter((name) => !parts.has(name));
if (names.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) process.stderr.write(`No such part: ${unknown.join(', ')}\n`);
  const lines = [...parts].map(([name, { about }]) => `  ${name.padEnd(10)} ${about}\n`);
  process.stdout.write(`npm run drill -- PART …\n${lines.join('')}`);
  process.exitCode = unknown.length > 0 ? 2 : 0;
} else {
  for (const name of names) if (!((await parts.get(name)?.run()) ?? true)) process.exitCode = 1;
}
