// Official conformance suite against /mcp: every applicable scenario, at every served revision.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ChatService, makeTestGrant, startChatService } from '../../../server/testing/mcp.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { openTestStore } from '../../../server/store/testing/store.ts';
import { makeTestWorkspace } from '../../../server/testing/accounts.ts';
import { elsewhere, scenarios } from './scenarios.ts';
import { listScenarios, runScenario, withToken } from './suite.ts';

let store: Store;
let service: ChatService;
let endpoint: Awaited<ReturnType<typeof withToken>>;

beforeAll(async () => {
  store = await openTestStore();
  service = await startChatService(store);
  const workspaceId = await makeTestWorkspace(store, { prepaid: 100 });
  const { token } = await makeTestGrant(store, { baseUrl: service.baseUrl, workspaceId });
  endpoint = await withToken(service.baseUrl, token);
});
afterAll(async () => {
  endpoint.close();
  await service.close();
  await store.close();
});

it('names every scenario of the suite: it is run, or it needs what is not offered', async () => {
  const [, servers = ''] = /Server scenarios[^\n]*\n([^]*?)\n\n/.exec(await listScenarios()) ?? [];
  const all = servers.split('\n').flatMap((line) => /^ {2}- (\S+)/.exec(line)?.[1] ?? []);
  expect(all.length).toBeGreaterThan(60);
  const known = new Set([...scenarios.map(({ name }) => name), ...Object.values(elsewhere).flat()]);
  expect(all.filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => !all.includes(name))).toEqual([]);
});

for (const { revision, name, expected = {} } of scenarios) {
  it(`${revision} ${name}`, async () => {
    const asked = ['server', '--url', endpoint.url, '--scenario', name, '--spec-version', revision];
    const checks = await runScenario(asked);
    const failing = checks.filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO').map(({ id }) => id);
    expect(failing.toSorted()).toEqual(Object.keys(expected).toSorted());
    expect(checks.length).toBeGreaterThan(failing.length);
  });
}
