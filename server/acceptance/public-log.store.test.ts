// The public log over HTTP, read by a reader that computes everything once more.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogKeys, Openings } from '../../generated/api.ts';
import { LoadingBench, statement } from '../ingest/testing/loading.ts';
import { loadLetters } from '../ingest/testing/withdrawal.ts';
import { databaseNow } from '../store/known/clock.ts';
import { beginTestLog, testOrigin as origin } from '../store/testing/log.ts';
import { makeTestKey, makeTestWorkspace } from '../testing/accounts.ts';
import type { HttpAnswer } from '../testing/ask.ts';
import { type TestService, codeOf, startTestService } from '../testing/service.ts';
import { openPublished } from '../ingest/testing/published.ts';

let bench: LoadingBench;
let service: TestService;
let key: string;
beforeAll(async () => {
  const store = await openPublished('preview');
  bench = await LoadingBench.open(store);
  await beginTestLog(store);
  await loadLetters(bench);
  ({ key } = await makeTestKey(store, await makeTestWorkspace(store, { prepaid: 50 })));
  service = await startTestService({ store, now: await databaseNow(store.db) });
});
afterAll(async () => {
  await service.close();
  await bench.close();
});

const ask = (path: string, headers: Record<string, string> = {}): Promise<HttpAnswer> => service.ask(path, { headers });
const paid = (path: string, id: string): Promise<HttpAnswer> =>
  ask(path, { authorization: `Bearer ${key}`, 'x-request-id': id });
const bytesOf = async (path: string): Promise<Buffer> => {
  const answer = await fetch(`http://127.0.0.1:${service.port}${path}`);
  expect([path, answer.status]).toEqual([path, 200]);
  return Buffer.from(await answer.arrayBuffer());
};

const sha = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();

function rootOf(hashes: readonly Buffer[]): Buffer {
  if (hashes.length < 2) return hashes[0] ?? sha();
  let k = 1;
  while (k * 2 < hashes.length) k *= 2;
  return sha(Buffer.from([1]), rootOf(hashes.slice(0, k)), rootOf(hashes.slice(k)));
}

type Checkpoint = { size: number; root: string; text: string };

/** Throws unless a published key has signed it. */
async function checkpoint(path = '/log/checkpoint'): Promise<Checkpoint> {
  const answer = await ask(path);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const [text = '', signatures = ''] = answer.text.split(/(?<=\n)\n/);
  const { keys } = JSON.parse((await ask('/.well-known/transparency-log')).text) as LogKeys;
  const published = Buffer.from(keys[0]?.verifier_key.split('+')[2] ?? '', 'base64').subarray(1);
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), published]);
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const signature = Buffer.from(signatures.split('\n')[0]?.split(' ')[2] ?? '', 'base64').subarray(4);
  expect(verify(null, Buffer.from(text), publicKey, signature)).toBe(true);
  const [first, size = '', root = ''] = text.split('\n');
  expect(first).toBe(origin);
  return { size: Number(size), root, text };
}

/** All entries of the log, from its bundles. */
async function entries(size: number): Promise<Buffer[]> {
  const found: Buffer[] = [];
  for (let tile = 0; tile * 256 < size; tile++) {
    const width = Math.min(256, size - tile * 256);
    const name = String(tile).padStart(3, '0') + (width < 256 ? `.p/${width}` : '');
    const bundle = await bytesOf(`/log/tile/entries/${name}`);
    expect(bundle.length).toBe(34 * width);
    for (let at = 0; at < width; at++) {
      expect(bundle.readUInt16BE(34 * at)).toBe(32);
      found.push(bundle.subarray(34 * at + 2, 34 * at + 34));
    }
    expect(await bytesOf(`/log/tile/0/${name}`)).toEqual(Buffer.concat(found.slice(tile * 256).map(leaf)));
  }
  return found;
}
const leaf = (entry: Uint8Array): Buffer => sha(Buffer.from([0]), entry);

async function openings(id: string): Promise<Openings> {
  const answer = await ask(`/v1/receipts/${id}/openings`, { authorization: `Bearer ${key}` });
  expect(answer.status).toBe(200);
  return JSON.parse(answer.text) as Openings;
}

/** RFC 8785 for what rows hold: texts, numbers as JavaScript writes them, lists and objects. */
function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${sorted(one)}`).join(',')}}`;
}

const entryOf = ({ salt, row }: Openings['openings'][number]): Buffer =>
  sha(Buffer.from(salt, 'hex'), Buffer.from(sorted(row)));

describe('a reader with a document', () => {
  it('finds each row that it shows under a signed checkpoint, and the root from the entries alone', async () => {
    const list = await paid('/v1/beliefs?limit=10', 'log-1');
    const ids = [...list.text.matchAll(/"belief_id":"([^"]+)"/g)].map(([, id]) => id);
    const detail = await paid(`/v1/beliefs/${ids[0]}`, 'log-2');
    expect([list.status, detail.status]).toEqual([200, 200]);
    const { size, root } = await checkpoint();
    const all = await entries(size);
    expect(rootOf(all.map(leaf)).toString('base64')).toBe(root);
    const found = await openings('log-2');
    expect(found.openings.length).toBeGreaterThan(6);
    for (const opening of found.openings) expect(entryOf(opening)).toEqual(all[opening.index]);
    const shown = new Set([...detail.text.matchAll(/"((?:evd|cit|bel)_[0-9a-f]+)"/g)].map(([, id]) => id));
    const opened = new Set(
      found.openings.flatMap(({ row }) => ['evidence_id', 'citation_id', 'belief_id'].map((name) => row.values[name])),
    );
    expect([...shown].filter((id) => !opened.has(id))).toEqual([]);
  });

  it('learns which checkpoint it was made under: the release in the document, size and root in a header', async () => {
    const [list, brief] = [await paid('/v1/beliefs?limit=10', 'log-3'), await paid('/v1/brief?ticker=ZQRX', 'log-4')];
    const found = await openings('log-3');
    const release = /release=(\d+)$/.exec(found.checkpoint ?? '')?.[1] ?? '';
    const { size, root } = await checkpoint(`/log/checkpoint?release=${release}`);
    expect(list.headers['log-checkpoint']).toBe(`size=${size}, root=:${root}:`);
    const detail = await paid(`/v1/beliefs/${/"belief_id":"([^"]+)"/.exec(list.text)?.[1]}`, 'log-5');
    for (const { status, text } of [brief, detail].filter((one) => one.status === 200))
      expect([status, text.includes(`"checkpoint":"${found.checkpoint}"`)]).toEqual([200, true]);
    const releases = await ask('/v1/releases');
    expect(releases.text).toContain(`"checkpoint":"${found.checkpoint}"`);
  });

  it('has no opening of what it was not shown', async () => {
    const first = await paid('/v1/beliefs?limit=1', 'log-6');
    const shown = (await openings('log-6')).openings;
    expect(first.status).toBe(200);
    for (const { row } of shown.filter((one) => one.row.kind === 'evidence'))
      expect(first.text).toContain(String(row.values['evidence_id']));
    const stranger = await makeTestKey(bench.store, await makeTestWorkspace(bench.store, { prepaid: 1 }));
    const refused = await ask('/v1/receipts/log-6/openings', { authorization: `Bearer ${stranger.key}` });
    expect([refused.status, codeOf(refused)]).toEqual([404, 'no-such-record']);
  });
});

describe('the log', () => {
  it('extends itself with each release, and keeps every earlier checkpoint and tile', async () => {
    const before = await checkpoint();
    const tile = `/log/tile/0/000${before.size < 256 ? `.p/${before.size}` : ''}`;
    const [old, again] = [await bytesOf(tile), await ask(`/log/checkpoint`)];
    await bench.statements(statement('s:log', { observed_at: '2020-04-01T15:00:00Z' }));
    await bench.release();
    const after = await checkpoint();
    expect(after.size).toBeGreaterThan(before.size);
    const all = (await entries(after.size)).map(leaf);
    expect(rootOf(all).toString('base64')).toBe(after.root);
    expect(rootOf(all.slice(0, before.size)).toString('base64')).toBe(before.root);
    expect(await bytesOf(tile)).toEqual(old);
    expect(again.headers['cache-control']).toBe('public, max-age=5');
  });

  it('is for every cache, for ever, and refuses what it does not have', async () => {
    const answers = await Promise.all(
      [
        '/log/tile/0/000.p/3',
        '/log/tile/0/000.p%2F3',
        '/log/tile/0/x009/999',
        '/log/tile/3/000',
        '/log/checkpoint?release=99',
      ].map((path) => ask(path)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404, 404]);
    expect(answers[0]?.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(answers[0]?.headers['content-type']).toBe('application/octet-stream');
    const faulty = await Promise.all(
      ['/log/tile/64/000', '/log/tile/0/1', '/log/tile/0/000.p/0'].map((path) => ask(path)),
    );
    expect(faulty.map(codeOf)).toEqual(['invalid-request', 'invalid-request', 'invalid-request']);
  });

  it('has nothing of the preview', async () => {
    const { key: preview } = await makeTestKey(bench.store, null);
    const headers = { authorization: `Bearer ${preview}`, 'x-request-id': 'log-preview' };
    const brief = await ask('/v1/brief?ticker=NWTB', headers);
    expect([brief.status, brief.headers['log-checkpoint']]).toEqual([200, undefined]);
    expect(brief.text).toContain('"checkpoint":null');
    const found = await ask('/v1/receipts/log-preview/openings', headers);
    expect(JSON.parse(found.text)).toMatchObject({ mode: 'preview', checkpoint: null, openings: [] });
  });
});
