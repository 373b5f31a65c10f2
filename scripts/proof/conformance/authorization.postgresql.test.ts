// Official conformance suite against the authorization server: its metadata, and an approved authorization code.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../../../server/store/engine/engine.ts';
import { openTestStore } from '../../../server/store/testing/store.ts';
import { makeTestWorkspace } from '../../../server/testing/accounts.ts';
import { registerClient } from '../../../server/testing/chat.ts';
import { type ChatService, startChatService } from '../../../server/testing/mcp.ts';
import { makeTestPerson } from '../../../server/testing/people.ts';
import { freePort } from '../../stage/listening.ts';
import { runScenario } from './suite.ts';

let store: Store;
let service: ChatService;
let port: number;

beforeAll(async () => {
  store = await openTestStore();
  service = await startChatService(store, { withPages: true });
  port = await freePort();
  await registerClient(store, 'chat', false, ['http://127.0.0.1/callback']);
});
afterAll(async () => {
  await service.close();
  await store.close();
});

/** Recommendations of the suite that this service does not follow, with the reason. */
const expected: Readonly<Record<string, string>> = {
  'authorization-server-metadata-cimd': 'clients are registered by the operator; others are not onboarded yet',
};

/** A person opens the printed address, approves, and is redirected to the suite. */
async function visit(address: string, person: { secret: string }, workspaceId: string): Promise<void> {
  const answer = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie: `session=${person.secret}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ decision: 'approve', workspace: workspaceId }),
  });
  await fetch(answer.headers.get('location') ?? '');
}

it('holds: the whole suite, whose one recommendation that is not followed is named', { timeout: 60_000 }, async () => {
  const workspaceId = await makeTestWorkspace(store, {});
  const person = await makeTestPerson(store, [workspaceId], new Date().toISOString());
  const client = ['--client-id', 'chat', '--port', String(port), '--resource', `${service.baseUrl}/mcp`];
  const asked = ['authorization', '--url', service.baseUrl, ...client, '--spec-version', '2026-07-28'];
  let visits = 0;
  let said = '';
  let visited: Promise<void> = Promise.resolve();
  const checks = await runScenario(asked, (text) => {
    said += text;
    // Output arrives in pieces: the address is complete once a space follows it.
    const address = new RegExp(`${service.baseUrl}/oauth/authorize\\?\\S+(?=\\s)`).exec(said)?.[0];
    if (address === undefined || visits > 0) return;
    visits += 1;
    visited = visit(address, person, workspaceId);
    // Awaited below, after the suite has ended.
    visited.catch(() => undefined);
  });
  await visited;
  const failing = checks.filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO').map(({ id }) => id);
  expect(failing.toSorted()).toEqual(Object.keys(expected).toSorted());
  expect(checks.map(({ id }) => id)).toContain('authorization-code-grant');
  expect(visits).toBe(1);
});
