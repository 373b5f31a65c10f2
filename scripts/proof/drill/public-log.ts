// The public log as Go's own library sees it: signatures of a hundred checkpoints, their consistency, and ten thousand rows.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { ResearchClient, logKeys } from '../../../client/index.ts';
import type { Opening } from '../../../generated/api.ts';
import { canonicalJson } from '../../../server/terms/canonical-json.ts';
import { type BeliefSketch, publishTold } from '../../../server/store/testing/research.ts';
import { beginTestLog } from '../../../server/store/testing/log.ts';
import { makeTestKey, makeTestWorkspace } from '../../../server/testing/accounts.ts';
import { serveStoreAt } from '../../../server/testing/served-store.ts';
import { withStore } from './fault-report.ts';

const RELEASES = 100;
const BELIEFS = 25;
const ROWS = 10_000;
const verifier = fileURLToPath(new URL('../log/verifier/', import.meta.url));

/** A release's beliefs are of one day, and of people and tickers that others have too. */
const toldOn = (release: number): BeliefSketch[] =>
  Array.from({ length: BELIEFS }, (_, index) => ({
    belief: `${release}-${index}`,
    ticker: `T${index % 7}`,
    person: `p${(release + index) % 40}`,
    observedAt: new Date(Date.UTC(2020, 0, 1 + release, 9, index)).toISOString(),
    direction: 'bullish',
    status: 'active',
    summary: `The ${index}th word of release ${release}`,
  }));

type Report = { signatures: number; inclusions: number; consistency: number; bundles: number; faults: string[] };

export function drillPublicLog(): Promise<boolean> {
  return withStore(async (store) => {
    for (let release = 1; release <= RELEASES; release += 1) await publishTold(store.db, { told: toldOn(release) });
    await store.afterImport();
    await beginTestLog(store);
    const service = await serveStoreAt(store, '2031-01-01T00:00:00.000Z');
    try {
      const { key: apiKey } = await makeTestKey(store, await makeTestWorkspace(store, { prepaid: 1_000 }));
      const entries = await openedEntries(new ResearchClient({ baseUrl: service.address, apiKey }));
      const checkpoints: string[] = [];
      for (let release = 1; release <= RELEASES; release += 1)
        checkpoints.push(await (await fetch(`${service.address}/log/checkpoint?release=${release}`)).text());
      const [key] = await logKeys(service.address);
      const report = await verified({ prefix: `${service.address}/log`, key, checkpoints, entries });
      process.stdout.write(`${JSON.stringify(report)}\n`);
      const { signatures, consistency, inclusions, faults } = report;
      return (
        signatures === RELEASES && consistency === RELEASES - 1 && inclusions === entries.length && faults.length === 0
      );
    } finally {
      await service.close();
    }
  });
}

/** Entries computed from the openings of whole walks, by the package that RFC 8785 names, not by the service's own code. */
async function openedEntries(client: ResearchClient): Promise<{ index: number; entry: string }[]> {
  const openings = new Map<number, Opening>();
  for await (const page of client.beliefs({ limit: 50 }).pages()) {
    for (const opening of (await client.openings(page.requestId)).data.openings) openings.set(opening.index, opening);
    if (openings.size >= ROWS) break;
  }
  return [...openings.values()].map(({ index, salt, row }) => {
    const hash = createHash('sha256').update(Buffer.from(salt, 'hex'));
    return { index, entry: hash.update(canonicalJson(row)).digest('hex') };
  });
}

async function verified(request: object): Promise<Report> {
  const go = spawn('go', ['run', '.'], { cwd: verifier, stdio: ['pipe', 'pipe', 'inherit'] });
  go.stdin.end(JSON.stringify(request));
  const [output] = await Promise.all([text(go.stdout), once(go, 'exit')]);
  return JSON.parse(output) as Report;
}
