// Asks every recorded request over HTTP on a given store: what the recording writes, and what each engine must repeat.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createAuthorise } from '../server/access/authorise.ts';
import { makeKey } from '../server/access/keys.ts';
import { createAnswers } from '../server/answers/answers.ts';
import { type Route, routes } from '../generated/routes.ts';
import { createApp } from '../server/app.ts';
import type { SchemaName } from '../server/contract/documents-validator.ts';
import type { OperationId } from '../server/contract/operations.ts';
import { loadPreviewCorpus } from '../server/ingest/preview-corpus.ts';
import type { Store } from '../server/store/engine.ts';
import { replaceCursorKeys } from '../server/store/cursor-keys.ts';
import { findKeyByHash, insertKey } from '../server/store/keys.ts';

export type RecordedRequest = { name: string; path: string };
/** `schema` is the contract's name for what the operation documents under this status. */
export type Recorded = RecordedRequest & { status: number; body: string; schema: SchemaName };

const folder = new URL('../fixtures/answers/', import.meta.url);
const corpus = fileURLToPath(new URL('../fixtures/preview/', import.meta.url));

/** Links in recorded answers lead here, whatever port answers. */
const baseUrl = 'https://research.example';
/** The clock of a recording: after everything in the corpus, so that only the store decides what is known. */
const now = '2026-11-01T00:00:00.000Z';

export async function recordedRequests(): Promise<RecordedRequest[]> {
  return JSON.parse(await readFile(new URL('requests.json', folder), 'utf8')) as RecordedRequest[];
}

/** Where the body of a recorded answer is kept, byte for byte. */
export function answerFile(name: string): URL {
  return new URL(`${name}.json`, folder);
}

async function previewKey(store: Store): Promise<string> {
  let drawn = 0;
  const { key, ...made } = makeKey('preview', (size) => Buffer.alloc(size, (drawn += 1)));
  await insertKey(store.db, { ...made, name: 'recording', madeBy: 'operator', now });
  return key;
}

async function serveStore(store: Store) {
  let asked = 0;
  let answered: OperationId | null = null;
  const app = await createApp({
    answers: createAnswers({ store, baseUrl, now: () => now }),
    authorise: createAuthorise((sha256) => findKeyByHash(store.db, sha256)),
    baseUrl,
    newRequestId: () => `recorded-${(asked += 1)}`,
    onFailure: ({ cause }) => {
      throw cause;
    },
    inspect: (operation) => {
      answered = operation;
    },
    process: { isReady: () => Promise.resolve(true), documentation: null, recordSchemas: {} },
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  /** The schema of the answer that was sent last; a refusal is always a problem. */
  const schemaOf = (status: number): SchemaName => {
    const documented =
      answered === null ? undefined : (routes[answered] as Route).answers[status]?.['application/json'];
    return status === 200 && documented ? (documented as SchemaName) : 'Problem';
  };
  return { address: `http://127.0.0.1:${port}`, schemaOf, close: () => server.close() };
}

/** Loads the corpus into an empty store and asks every recorded request, in the order of the list. */
export async function askRecorded(store: Store): Promise<Recorded[]> {
  await loadPreviewCorpus(store, corpus);
  await replaceCursorKeys(store.db, [{ key_id: 1, secret: Buffer.alloc(32, 7), created_at: now, retired_at: null }]);
  const key = await previewKey(store);
  const { address, schemaOf, close } = await serveStore(store);
  try {
    const answers: Recorded[] = [];
    for (const request of await recordedRequests()) {
      const headers = { authorization: `Bearer ${key}`, 'x-request-id': `recorded:${request.name}` };
      const response = await fetch(`${address}${request.path}`, { headers });
      const { status } = response;
      answers.push({ ...request, status, body: await response.text(), schema: schemaOf(status) });
    }
    return answers;
  } finally {
    close();
  }
}
