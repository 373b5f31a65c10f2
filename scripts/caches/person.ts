// A person who signs in over HTTP/2, by the link that the operator's command prints.
import type { JourneyServer } from '../proof/journeys/server.ts';
import { invited, makeWorkspace, password } from '../proof/journeys/people.ts';
import type { Ask } from './asking.ts';

export type Person = { cookie: string; cookies: readonly string[]; email: string; workspace: string };

export async function signedInPerson(server: JourneyServer, ask: Ask, prefix: string): Promise<Person> {
  const email = 'vera.caching@example.test';
  const workspace = await makeWorkspace(server, 'Caching');
  const link = new URL(await invited(server, { email, workspace, role: 'admin' }));
  const opened = await ask({ path: `${link.pathname}${link.search}` });
  const welcome = cookiesOf(opened.headers['set-cookie']);
  const body = new URLSearchParams({ password, repeated: password }).toString();
  const done = await ask({
    path: `${prefix}/welcome`,
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      cookie: pairOf(welcome[0] ?? ''),
    },
    body,
  });
  const cookies = [...welcome, ...cookiesOf(done.headers['set-cookie'])];
  const session = cookies.find((one) => /session=./.test(one));
  if (session === undefined) throw new Error(`nobody was signed in: ${done.status} ${done.text.slice(0, 300)}`);
  return { cookie: pairOf(session), cookies, email, workspace };
}

const cookiesOf = (value: string | string[] | undefined): readonly string[] => [value ?? []].flat();
const pairOf = (cookie: string): string => cookie.split(';')[0] ?? '';
