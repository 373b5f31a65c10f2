// Tool calls of the MCP tab, sent by a real client: each returns the document of its operation.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PaidChat, openPaidChat } from '../../../server/testing/paid-chat.ts';
import { mcpOf } from './examples.ts';
import { readExamples } from './recordings.ts';
import { readGuide } from '../guides.ts';
import { places } from '../site-map.ts';
import { root } from '../test-site.ts';

let paid: PaidChat;
beforeAll(async () => {
  paid = await openPaidChat(100);
});
afterAll(() => paid.close());

type Call = { params: { name: string; arguments: Record<string, string | number> } };

describe('every call of a chat that the documentation shows', () => {
  it('is answered with a document of the same members, or refused with the same code', async () => {
    let called = 0;
    for (const { example, recorded } of (await readExamples(root)).all) {
      const text = mcpOf(example);
      if (text === null) continue;
      const result = await paid.chat.callTool((JSON.parse(text) as Call).params);
      const refused = (result._meta?.['problem'] as { code?: string } | undefined)?.code ?? null;
      expect([example.name, refused]).toEqual([example.name, (recorded.body as { code?: string }).code ?? null]);
      const members = Object.keys((result.structuredContent ?? recorded.body) as object);
      expect([example.name, members]).toEqual([example.name, Object.keys(recorded.body as object)]);
      called += 1;
    }
    expect(called).toBeGreaterThan(12);
  });

  it('is of a tool that the guide lists, and the guide lists every tool with its price', async () => {
    const place = places.find(({ path }) => path === '/docs/connect-a-chat');
    const { body } = await readGuide(root, place ?? places[0] ?? { path: '/docs', label: '', kind: 'guide' });
    const priced = [...body.matchAll(/^\| `(\w+)` \|.*\| (free|1) \|$/gm)].map(([, name, price]) => [name, price]);
    const { tools } = await paid.chat.listTools();
    const listed = tools.map(({ name }) => [name, ['list_tickers', 'get_status'].includes(name) ? 'free' : '1']);
    expect(priced.toSorted()).toEqual(listed.toSorted());
  });
});
