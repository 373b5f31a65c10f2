// Chat clients of other makers, at pinned versions: each discovers the sign-in, is approved by a person, and asks.
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { publishLive } from '../../../server/ingest/testing/live-corpus.ts';
import { contract } from '../../../server/contract/description.ts';
import { loadPreviewCorpus, previewCorpus } from '../../../server/ingest/release/preview-corpus.ts';
import { researchTools } from '../../../server/mcp/tools.ts';
import { makeTestWorkspace } from '../../../server/testing/accounts.ts';
import { makeTestPerson } from '../../../server/testing/people.ts';
import { type Chat, type Host, asked, chats, installed } from '../../chats/chat.ts';
import { tokenOf } from '../../chats/consent.ts';
import { startJourneyServer } from '../journeys/server.ts';
import { type FaultPart, type Line, reportFaults, withStore } from './fault-report.ts';

const path = '/research';
const callbacks = ['127.0.0.1', 'localhost'].flatMap((host) =>
  ['/callback', '/oauth/callback'].map((end) => `http://${host}${end}`),
);

export function drillChats(): Promise<boolean> {
  return reportFaults([{ name: 'chats of other makes', run: chatsOfOthers }]);
}

const chatsOfOthers: FaultPart['run'] = (main) =>
  withStore(async (store, { url }) => {
    await loadPreviewCorpus(store, previewCorpus);
    await publishLive(store);
    const build = { main, admin: pathToFileURL(join(dirname(main), 'admin.js')).href, remove: async () => undefined };
    const server = await startJourneyServer(build, { DATABASE_URL: url }, { path });
    const base = `${server.base}${path}`;
    try {
      const workspaceId = await makeTestWorkspace(store, { prepaid: 1_000 });
      const { secret } = await makeTestPerson(store, [workspaceId], new Date().toISOString());
      const cookie = `session=${secret}`;
      const named = callbacks.flatMap((uri) => ['--redirect-uri', uri]);
      const { client_id: client } = await server.admin('register-oauth-client', '--name', 'Chat', ...named);
      const token = await tokenOf(base, String(client), cookie);
      const lines: Line[] = [];
      for (const chat of chats) lines.push(await lineOf(chat, { base, client: String(client), cookie, token }));
      return lines;
    } finally {
      await server.stop();
    }
  });

/** Tools that the contract gives to chats. */
const toolCount = researchTools(contract(), 'https://research.example').size;

/** The inspector's command line receives a token instead. */
const signsIn = ({ folder }: Chat): boolean => folder !== 'inspector';

async function lineOf(chat: Chat, host: Host): Promise<Line> {
  const limit = `${signsIn(chat) ? 'signed in, ' : ''}${toolCount} tools, Northwater Turbines, Inc.`;
  const fault = await installed(chat);
  if (fault !== null)
    return { done: chat.name, times: 0, seen: 'it could not be installed', limit, passed: false, faults: [fault] };
  const { tools, brief, isSignedIn, output } = await asked(chat, host);
  const seen = `${isSignedIn ? 'signed in, ' : ''}${tools ?? 'no'} tools, ${brief ?? 'no brief'}`;
  const passed = seen === limit;
  return { done: chat.name, times: 1, seen, limit, passed, faults: passed ? [] : [output.slice(-1_500)] };
}
