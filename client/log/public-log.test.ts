// Made-up logs: honest ones are read, and each way to rewrite one is found.
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { logChecks, type Opening } from '../evidence/log-checks.ts';
import { base64Text, hexText, joined, leafHash, nodeHash, textBytes } from './bytes.ts';
import { canonical } from './canonical.ts';
import { type LogSource, readLog } from './public-log.ts';
import { tilePath } from './tiles.ts';

const origin = 'research.example/log';
const now = Date.parse('2026-10-05T12:00:00.000Z');

function signer(name = origin) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const material = Buffer.concat([Buffer.of(1), raw]);
  const id = createHash('sha256').update(`${name}\n`).update(material).digest().subarray(0, 4);
  return {
    key: `${name}+${id.toString('hex')}+${material.toString('base64')}`,
    line: (text: string): string =>
      `\u2014 ${name} ${Buffer.concat([id, sign(null, Buffer.from(text), privateKey)]).toString('base64')}\n`,
  };
}
const own = signer();

async function rootOf(hashes: readonly Uint8Array[]): Promise<Uint8Array> {
  const [only] = hashes;
  if (only !== undefined && hashes.length === 1) return only;
  let middle = 1;
  while (middle * 2 < hashes.length) middle *= 2;
  return nodeHash(await rootOf(hashes.slice(0, middle)), await rootOf(hashes.slice(middle)));
}

interface LogParts {
  readonly by?: ReturnType<typeof signer>;
  readonly time?: string;
  /** Leaves that the tiles have; those of the checkpoint if there is no lie. */
  readonly tiles?: readonly Uint8Array[];
}

/** A log of these entries; its tiles are of one level, because it is small. */
async function logOf(entries: readonly Uint8Array[], parts: LogParts = {}): Promise<LogSource & { note: string }> {
  const { by = own, time = '2026-10-05T11:59:00.000Z', tiles = entries } = parts;
  const root = base64Text(await rootOf(await Promise.all(entries.map(leafHash))));
  const text = `${origin}\n${entries.length}\n${root}\ntime ${time}\n`;
  const note = `${text}\n${by.line(text)}`;
  const hashes = await Promise.all(tiles.map(leafHash));
  const tile = async (path: string): Promise<Uint8Array> => {
    const width = Number(/\.p\/(\d+)$/.exec(path)?.[1]);
    expect(path).toBe(tilePath(0, 0, width));
    return joined(...hashes.slice(0, width));
  };
  return { note, checkpoint: async () => note, tile };
}

const citation = (id: string, hash: string) => ({
  citation_id: `cit_${id}`,
  evidence_id: `evd_${id}`,
  locator: { kind: 'page', page: 3 },
  content_hash: hash,
});
const rowsOf = (id: string, hash: string): Opening['row'][] => {
  const { content_hash, ...values } = citation(id, hash);
  return [
    { act: 'opened', kind: 'evidence', release: 1, values: { evidence_id: values.evidence_id, content_hash } },
    { act: 'opened', kind: 'citation', release: 1, values },
  ];
};
const opening = (row: Opening['row'], index: number): Opening => ({ index, salt: hexText(saltOf(index)), row });
const saltOf = (index: number): Uint8Array => createHash('sha256').update(`salt ${index}`).digest();
const entryOf = ({ index, row }: Opening): Uint8Array =>
  createHash('sha256').update(saltOf(index)).update(canonical(row)).digest();

const openings = ['a', 'b', 'c'].flatMap((id) => rowsOf(id, `sha256:${id}`)).map(opening);
const entries = openings.map(entryOf);
const later = [...entries, textBytes('a later release')];
const document = { citations: [citation('a', 'sha256:a'), citation('c', 'sha256:c')] };
const trust = { keys: [own.key], now: () => now };

describe('an honest log', () => {
  it('proves each row of a document, and is kept as the newest that was seen', async () => {
    const source = await logOf(entries);
    const log = await readLog(source, trust);
    expect([log.newest, log.checkpoint.size, log.checkpoint.signedAt]).toEqual([source.note, 6, now - 60_000]);
    const checks = await logChecks(document, { log, openings });
    expect(checks.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      'log-checkpoint passed',
      ...openings.map(() => 'log-inclusion passed'),
      'log-row passed',
      'log-row passed',
    ]);
  });

  it('extends what was seen, and an older answer of a cache does not take the newer one’s place', async () => {
    const [older, newer] = [await logOf(entries), await logOf(later)];
    expect((await readLog(newer, { ...trust, seen: older.note })).newest).toBe(newer.note);
    expect((await readLog({ ...older, tile: newer.tile }, { ...trust, seen: newer.note })).newest).toBe(newer.note);
  });

  it('may be signed with an old and a new key', async () => {
    const next = signer();
    const { note, ...source } = await logOf(entries);
    const text = note.slice(0, note.indexOf('\n\n') + 1);
    const both = { ...source, checkpoint: async () => note + next.line(text) };
    for (const key of [own.key, next.key])
      expect((await readLog(both, { ...trust, keys: [key] })).newest).toContain(origin);
  });
});

describe('a log that is not', () => {
  const changed = entries.map((entry, index) => (index === 2 ? textBytes('another row') : entry));
  const dropped = entries.filter((_entry, index) => index !== 2);
  const added = [...entries.slice(0, 2), textBytes('a call of yesterday'), ...entries.slice(2)];

  it.each<[string, () => Promise<LogSource>, string]>([
    ['signed with another key', () => logOf(entries, { by: signer() }), 'log-not-signed'],
    ['dated in the future', () => logOf(entries, { time: '2026-10-05T12:10:00.000Z' }), 'log-not-signed'],
    ['changed in its past', () => logOf(changed), 'log-forked'],
    ['changed in its past and longer now', () => logOf([...changed, textBytes('more')]), 'log-forked'],
    ['one row short', () => logOf(dropped), 'log-forked'],
    ['given a row in its past', () => logOf(added), 'log-forked'],
    [
      'told otherwise by its tiles',
      () => logOf(later, { tiles: [...changed, textBytes('a later release')] }),
      'log-forked',
    ],
  ])('is found by a reader who has seen it before: %s', async (_what, make, code) => {
    const { note } = await logOf(entries);
    await expect(readLog(await make(), { ...trust, seen: note })).rejects.toMatchObject({ code });
  });

  it('shows two readers two histories, and either finds it with what the other has seen', async () => {
    const [one, other] = [await logOf(entries), await logOf([...entries.slice(0, 5), textBytes('another')])];
    await expect(readLog(one, { ...trust, seen: other.note })).rejects.toMatchObject({ code: 'log-forked' });
    await expect(readLog(other, { ...trust, seen: one.note })).rejects.toMatchObject({ code: 'log-forked' });
  });
});

describe('a document that its log does not prove', () => {
  const failedOf = async (changed: object, given: readonly Opening[] = openings): Promise<string[]> => {
    const log = await readLog(await logOf(entries), trust);
    const checks = await logChecks(changed as typeof document, { log, openings: given });
    return checks.filter(({ outcome }) => outcome === 'failed').map(({ name, of }) => `${name} of ${of}`);
  };

  it('has a row without an opening, or one that says something else', async () => {
    expect(await failedOf(document, openings.slice(0, 5))).toEqual(['log-row of cit_c']);
    const [first = openings[0] as Opening] = openings;
    expect(await failedOf({ citations: [citation('a', 'sha256:x')] }, [first, ...openings.slice(1)])).toEqual([
      'log-row of cit_a',
    ]);
    expect(await failedOf({ citations: [citation('d', 'sha256:d')] })).toEqual(['log-row of cit_d']);
  });

  it('has an opening with another salt, row or place, beside the true one too', async () => {
    const [first, second] = openings as [Opening, Opening];
    const forged: Opening = {
      ...first,
      row: { ...first.row, values: { ...first.row.values, content_hash: 'sha256:x' } },
    };
    for (const [lie, at] of [
      [forged, 0],
      [{ ...first, salt: second.salt }, 0],
      [{ ...first, salt: '' }, 0],
      [{ ...first, index: 3 }, 3],
      [{ ...first, index: 6 }, 6],
    ] as const)
      expect(await failedOf(document, [lie, ...openings.slice(1)])).toContain(`log-inclusion of evidence at ${at}`);
    expect(await failedOf({ citations: [citation('a', 'sha256:x')] }, [...openings, forged])).toEqual([
      'log-inclusion of evidence at 0',
      'log-row of cit_a',
    ]);
  });
});
