// A client that disconnects before the debit: the answer is kept, and a repeated request charges for it.
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Store } from '../store/engine/engine.ts';
import { readBalance } from '../store/ledger/ledger.ts';
import { publishTold } from '../store/testing/research.ts';
import { openTestStore } from '../store/testing/store.ts';
import { makeTestKey, makeTestWorkspace } from '../testing/accounts.ts';
import { type ChatService, makeTestGrant, startChatService } from '../testing/mcp.ts';

let store: Store;
let service: ChatService;
let workspaceId: string;
let key: string;
let built = 0;
let begun = gate();
let mayBuild = gate();

function gate() {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

beforeAll(async () => {
  store = await openTestStore();
  const told = [{ belief: 'b1', observedAt: '2029-01-01T00:00:00.000Z' }];
  await publishTold(store.db, { told, now: '2029-01-09T00:00:00.000Z' });
  service = await startChatService(store, {
    changed: ({ answers }) => ({
      answers: {
        ...answers,
        async brief(...asked) {
          built += 1;
          begun.open();
          await mayBuild.opened;
          return answers.brief(...asked);
        },
      },
    }),
  });
  workspaceId = await makeTestWorkspace(store, { prepaid: 10 });
  key = (await makeTestKey(store, workspaceId)).key;
});
afterAll(async () => {
  await service.close();
  await store.close();
});
beforeEach(() => {
  built = 0;
  service.served.length = 0;
  begun = gate();
  mayBuild = gate();
});

const left = async (): Promise<number | undefined> => (await readBalance(store.db, workspaceId))?.prepaid;

function send(head: readonly string[], body = ''): Socket {
  const { hostname, port } = new URL(service.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write([...head, `Host: ${hostname}`, '', body].join('\r\n'));
  return socket;
}

/** Closes this side and waits for the server to close its own: then it has noticed. */
async function hangUp(socket: Socket): Promise<void> {
  const noticed = once(socket.resume(), 'end');
  socket.end();
  await noticed;
}

async function hungUpNote(): Promise<unknown> {
  for (;;) {
    const [one] = service.served;
    if (one !== undefined) return [one.status, one.code, one.charge];
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

it('over REST is not charged, and asking again under the same id is, for the answer that is kept', async () => {
  const path = '/v1/brief?ticker=NWTB';
  const socket = send([`GET ${path} HTTP/1.1`, `Authorization: Bearer ${key}`, 'X-Request-ID: mine']);
  await begun.opened;
  await hangUp(socket);
  mayBuild.open();
  expect(await hungUpNote()).toEqual([499, 'hung-up', 0]);
  expect(await left()).toBe(10);
  const again = await fetch(`${service.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${key}`, 'x-request-id': 'mine' },
  });
  expect([again.status, again.headers.get('usage-charge'), built]).toEqual([200, '1', 1]);
  expect(await left()).toBe(9);
});

it('in a chat is not charged either', async () => {
  const before = await left();
  const { token } = await makeTestGrant(store, { baseUrl: service.baseUrl, workspaceId });
  const params = { name: 'get_brief', arguments: { ticker: 'NWTB', detail: 'full' } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const socket = send(
    [
      'POST /mcp HTTP/1.1',
      `Authorization: Bearer ${token}`,
      'Accept: application/json, text/event-stream',
      'Content-Type: application/json',
      'MCP-Protocol-Version: 2025-06-18',
      `Content-Length: ${Buffer.byteLength(body)}`,
    ],
    body,
  );
  await begun.opened;
  await hangUp(socket);
  mayBuild.open();
  expect(await hungUpNote()).toEqual([499, 'hung-up', 0]);
  expect(await left()).toBe(before);
});

it('who waits is charged, beside one that hangs up on the same question', async () => {
  const before = (await left()) ?? 0;
  const path = '/v1/brief?ticker=NWTB&detail=full&max_results=1';
  const gone = send([`GET ${path} HTTP/1.1`, `Authorization: Bearer ${key}`, 'X-Request-ID: gone']);
  await begun.opened;
  const stays = fetch(`${service.baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } });
  await hangUp(gone);
  mayBuild.open();
  const { status, headers } = await stays;
  expect([status, headers.get('usage-charge'), built]).toEqual([200, '1', 1]);
  expect(await left()).toBe(before - 1);
});
