// Parts of `npm run drill`: description and numbers of each.
import { drillCaches } from './caches.ts';
import { drillChats } from './chats.ts';
import { drillClient } from './client.ts';
import { drillClockSkew } from './clock-skew.ts';
import { drillCluster } from './cluster.ts';
import { drillCursors } from './cursors.ts';
import { drillDefects } from './defects.ts';
import { drillFailover } from './failover.ts';
import { drillFaults } from './faults.ts';
import { drillFuzz } from './fuzz.ts';
import { drillGenerators } from './generators.ts';
import { drillHistories } from './histories.ts';
import { drillHostile } from './hostile.ts';
import { drillLighthouse } from './lighthouse.ts';
import { drillPublicLog } from './public-log.ts';
import { drillNeighbour } from './neighbour.ts';
import { drillOutages } from './outages.ts';
import { drillOverload } from './overload.ts';
import { drillKills } from './kills.ts';
import { drillPooler } from './pooler.ts';
import { drillRuntimes } from './runtimes.ts';
import { drillSimulate } from './simulate.ts';
import { drillSlow } from './slow.ts';
import { drillSoak } from './soak.ts';
import { drillVersions } from './versions.ts';

export type Part = {
  about: string;
  /** Names of its numbers. */
  takes?: readonly string[];
  run: () => Promise<boolean>;
};

const faults = {
  outages: ['lasts'],
  failover: ['seed', 'failovers', 'delivered', 'lasts'],
  'clock-skew': ['seed', 'jumps', 'answered'],
  kills: ['seed', 'kills', 'crashes', 'lost', 'revoked'],
  designs: ['designs'],
} as const;

export const parts: ReadonlyMap<string, Part> = new Map<string, Part>([
  ['cursors', { about: '100,000 changed cursors over HTTP: each is 400 invalid-cursor', run: drillCursors }],
  [
    'outages',
    {
      about: 'the database gone, silent and full under load: 503 meanwhile, well at once',
      takes: faults.outages,
      run: drillOutages,
    },
  ],
  [
    'pooler',
    {
      about: "Debian's PgBouncer in transaction and session mode, paused and killed: all is answered, and charged once",
      takes: ['calls', 'lasts'],
      run: drillPooler,
    },
  ],
  [
    'caches',
    {
      about: "Debian's nginx and varnish before a service below a path: no caller gets the answer of another",
      takes: ['seed'],
      run: drillCaches,
    },
  ],
  [
    'chats',
    {
      about: 'Python, Go and Rust SDK, FastMCP, mcp-remote and the inspector, pinned: each signs in and asks',
      run: drillChats,
    },
  ],
  [
    'neighbour',
    {
      about: 'one workspace asks cold full briefs over 80 connections: what another one asks stays fast',
      run: drillNeighbour,
    },
  ],
  [
    'cluster',
    {
      about: 'a Citus cluster (CLUSTER_URL): store suite, races, audit and a small bench in distributed databases',
      run: drillCluster,
    },
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
    {
      about: '2,000 slow connections: each is cut within 10 s, and good clients do not notice them',
      takes: ['sockets'],
      run: drillSlow,
    },
  ],
  [
    'soak',
    {
      about: 'half an hour of everything at once: no failure, and no more memory at the end',
      takes: ['minutes', 'rate', 'warm'],
      run: drillSoak,
    },
  ],
  [
    'failover',
    {
      about: 'the primary killed under load, its standby in its place: nothing is lost',
      takes: faults.failover,
      run: drillFailover,
    },
  ],
  [
    'clock-skew',
    {
      about: 'servers whose clocks are hours apart and jump: one time for all',
      takes: faults['clock-skew'],
      run: drillClockSkew,
    },
  ],
  [
    'faults',
    {
      about: 'outages, failover, clock-skew, kills and the wrong designs of defects, in one report',
      takes: [...new Set(Object.values(faults).flat())],
      run: drillFaults,
    },
  ],
  ['defects', { about: 'each planted defect makes the test of its guarantee fail', run: drillDefects }],
  [
    'kills',
    {
      about:
        '1,000 kills of servers, 150 of PostgreSQL, 1,000 lost acknowledgements, 100 revocations: the ledger holds',
      takes: faults.kills,
      run: drillKills,
    },
  ],
  [
    'fuzz',
    {
      about: '1,000,000 requests made from the contract: each answer is as documented',
      takes: ['requests', 'seed', 'from', 'warm'],
      run: drillFuzz,
    },
  ],
  [
    'lighthouse',
    { about: 'front page, brief, docs and account by Lighthouse: at least 95 in each part', run: drillLighthouse },
  ],
  [
    'public-log',
    { about: "the public log by Go's own library: 100 checkpoints, 10,000 rows, every entry", run: drillPublicLog },
  ],
  [
    'histories',
    {
      about: '1,000 random histories of the public log on both engines: every proof holds, nothing removed is left',
      takes: ['histories', 'seed'],
      run: drillHistories,
    },
  ],
  [
    'hostile',
    {
      about: '100,000 records with hostile values in their fields: whatever loads, every read answers',
      takes: ['records', 'seed'],
      run: drillHostile,
    },
  ],
  [
    'simulate',
    {
      about: '100,000,000 steps of the pure cores over 100,000 seeds on a virtual clock',
      takes: ['seeds', 'seed'],
      run: drillSimulate,
    },
  ],
  [
    'client',
    {
      about: '10,000 calls of the client through drops, delays and refusals: each is charged once',
      takes: ['seed'],
      run: drillClient,
    },
  ],
  [
    'runtimes',
    { about: 'the packed client under Node 20, 22, 24, Bun, Deno and two compilers, from npm', run: drillRuntimes },
  ],
  [
    'versions',
    {
      about: 'the tests of the store on PostgreSQL 15 and 18, and on Node 20, 22 and 24, from npm',
      run: drillVersions,
    },
  ],
  [
    'generators',
    {
      about: 'six generators of others, from npm, take the contract and make code that type-checks',
      run: drillGenerators,
    },
  ],
]);
