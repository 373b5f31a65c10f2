// Recorder of answers over HTTP on a given store: writes the recordings, and repeats them on each engine.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { makeKey } from '../../server/access/keys.ts';
import { type Route, routes } from '../../generated/routes.ts';
import { createApp } from '../../server/app.ts';
import type { SchemaName } from '../../server/contract/validation/documents-validator.ts';
import type { OperationId } from '../../server/contract/operations.ts';
import { loadPreviewCorpus } from '../../server/ingest/release/preview-corpus.ts';
import type { Collection } from '../../server/store/engine/db.ts';
import type { Store } from '../../server/store/engine/engine.ts';
import { replaceCursorKeys } from '../../server/store/keeping/cursor-keys.ts';
import { noRateLimits } from '../../server/metering/testing/rate-limits.ts';
import { createServing } from '../../server/process/serving.ts';
import { insertKey } from '../../server/store/people/keys.ts';
import { makeTestWorkspace } from '../../server/testing/accounts.ts';
import { type RecordedRequest, recordedRequests } from '../../server/testing/recordings.ts';

/** `schema` is the contract's name for the document of this operation and status. */
export type RecordedAnswer = RecordedRequest & { status: number; body: string; schema: SchemaName };

const corpus = fileURLToPath(new URL('../../fixtures/preview/', import.meta.url));

/** Fixed base address in the links of recorded answers, instead of the port of the run. */
export const baseUrl = 'https://research.example';
/** The clock of a recording: later than the whole corpus, so that only the store decides what is known. */
const now = '2026-11-01T00:00:00.000Z';

/** The same keys in every run, of the caller and of the cursors, so that answers that contain them are identical. */
async function keyOf(store: Store, collection: Collection): Promise<string> {
  await replaceCursorKeys(store.db, [{ key_id: 1, secret: Buffer.alloc(32, 7), created_at: now, retired_at: null }]);
  let drawn = collection === 'live' ? 100 : 0;
  const { key, ...made } = makeKey(collection, (size) => Buffer.alloc(size, (drawn += 1)));
  const workspaceId = collection === 'live' ? await makeTestWorkspace(store, { plan: 'unlimited' }) : null;
  await insertKey(store.db, { ...made, name: 'recording', madeBy: 'operator', workspaceId, now });
  return key;
}

/** Serves a store over HTTP on a free port, with the fixed base address and clock. */
export async function serveStore(store: Store) {
  let asked = 0;
  let answered: OperationId | null = null;
  const serving = createServing({
    store,
    baseUrl,
    now: () => now,
    elapsed: () => performance.now(),
    rateLimits: noRateLimits,
    newRequestId: () => `recorded-${(asked += 1)}`,
    onFailure: ({ cause }) => {
      throw cause;
    },
  });
  const app = await createApp({
    ...serving,
    inspect: (operation) => {
      answered = operation;
    },
    process: { isReady: () => Promise.resolve(true), documentation: null, recordSchemas: {} },
  });
  const server = createServer({ keepAliveTimeout: 600_000 }, app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  /** Schema of the latest answer; a refusal is always a problem. */
  const schemaOf = (status: number): SchemaName => {
    const documented =
      answered === null ? undefined : (routes[answered] as Route).answers[status]?.['application/json'];
    return status === 200 && documented ? (documented as SchemaName) : 'Problem';
  };
  return { address: `http://127.0.0.1:${port}`, schemaOf, close: () => server.close() };
}

/** Loads the corpus and all other data of the recorded answers into an empty store. Returns the preview key. */
export async function prepareRecording(store: Store): Promise<string> {
  await loadPreviewCorpus(store, corpus);
  return keyOf(store, 'preview');
}

/** Sends the recorded requests of one collection to a store with the data for them. */
export async function askRecorded(store: Store, collection: Collection): Promise<RecordedAnswer[]> {
  const key = collection === 'live' ? await keyOf(store, 'live') : await prepareRecording(store);
  const { address, schemaOf, close } = await serveStore(store);
  try {
    const answers: RecordedAnswer[] = [];
    for (const request of recordedRequests) {
      if ((request.collection ?? 'preview') !== collection) continue;
      const headers = { authorization: `Bearer ${key}`, 'x-request-id': `recorded:${request.name}` };
      const response = await fetch(`${address}${request.path}`, { headers });
      const { status } = response;
      if (status >= 500)
        throw new Error(`${request.name} (${request.path}) was answered with ${status}: mend the code`);
      answers.push({ ...request, status, body: await response.text(), schema: schemaOf(status) });
    }
    return answers;
  } finally {
    close();
  }
}
