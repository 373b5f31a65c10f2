// 100,000 cursors, each changed in its own way: every one is refused as a cursor, none is served, none is a fault of ours.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BeliefsPage, Problem } from '../../../generated/api.ts';
import { type Store, openStore } from '../../../server/store/engine/engine.ts';
import { random } from '../../../server/testing/random.ts';
import { prepareRecording, serveStore } from '../../answers/recorded-answers.ts';

const CURSORS = 100_000;
const AT_ONCE = 8;
const SEED = 20_261_005;
const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

type Change = (cursor: string, draw: (below: number) => number) => string;

const replaced: Change = (cursor, draw) => {
  const at = draw(cursor.length);
  return `${cursor.slice(0, at)}${characters.charAt(draw(characters.length))}${cursor.slice(at + 1)}`;
};
const changes: readonly Change[] = [
  replaced,
  (cursor, draw) => cursor.slice(0, 1 + draw(cursor.length - 1)),
  (cursor, draw) => cursor + characters.charAt(draw(characters.length)).repeat(1 + draw(40)),
  (cursor, draw) => `${cursor.slice(draw(cursor.length))}${cursor.slice(0, draw(cursor.length))}`,
  (cursor, draw) => replaced(replaced(replaced(cursor, draw), draw), draw),
];

/** Distinct from the cursor itself, which a random change may leave as it was. */
function changed(cursor: string, draw: (below: number) => number): string {
  const made = changes[draw(changes.length)]?.(cursor, draw) ?? '';
  return made === cursor || made === '' ? changed(cursor, draw) : made;
}

type Asking = { ask: (cursor: string) => Promise<Response>; cursor: string };

async function askAll({ ask, cursor }: Asking): Promise<Map<string, number>> {
  const next = random(SEED);
  const draw = (below: number): number => Math.floor(next() * below);
  const answered = new Map<string, number>();
  let left = CURSORS;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const response = await ask(changed(cursor, draw));
      const { code } = (await response.json()) as Partial<Problem>;
      const kind = `${response.status} ${code ?? 'served'}`;
      answered.set(kind, (answered.get(kind) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return answered;
}

export async function drillCursors(): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'drill-cursors-'));
  try {
    const store = await openStore({ dataDir });
    return await drilled(store).finally(store.close);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function drilled(store: Store): Promise<boolean> {
  const key = await prepareRecording(store);
  const { address, close } = await serveStore(store);
  try {
    const get = (query: string) =>
      fetch(`${address}/v1/beliefs?limit=2${query}`, { headers: { authorization: `Bearer ${key}` } });
    const page = (await (await get('')).json()) as BeliefsPage;
    const cursor = page.pagination.next_cursor ?? '';
    const answered = await askAll({ ask: (one) => get(`&cursor=${encodeURIComponent(one)}`), cursor });
    for (const [kind, count] of answered) process.stdout.write(`${kind}: ${count} of ${CURSORS} (seed ${SEED})\n`);
    return answered.get('400 invalid-cursor') === CURSORS;
  } finally {
    close();
  }
}
