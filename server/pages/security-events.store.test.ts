// Security events of people: sign-ins, grants and refusals, as lines that a log can hold.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SecurityEvent } from '../access/security-events.ts';
import { goodPassword, testPeople } from '../access/testing/people.ts';
import { createLog } from '../observe/log.ts';
import type { Store } from '../store/engine/engine.ts';
import { openTestStore } from '../store/testing/store.ts';
import { type TestPerson, makePerson, makeWorkspace } from './account/testing/account.ts';
import { mountPages } from './mount.ts';
import { type ServedPages, servePages } from './testing/browser.ts';

let store: Store;
let served: ServedPages;
let workspace: string;
let admin: TestPerson;
let member: TestPerson;
const noted: SecurityEvent[] = [];
const names = (): string[] => noted.map(({ event, how }) => (how === undefined ? event : `${event}: ${how}`));

beforeAll(async () => {
  store = await openTestStore();
  served = await servePages(store, mountPages, { onEvent: (event) => noted.push(event) });
  workspace = await makeWorkspace(store);
  admin = await makePerson(store, served, [[workspace, 'admin']]);
  member = await makePerson(store, served, [[workspace, 'member']]);
});
beforeEach(() => void noted.splice(0));
afterAll(async () => {
  await served.close();
  await store.close();
});

describe('events', () => {
  it('are noted when somebody signs in, or does not, or out, or takes another password', async () => {
    const people = testPeople(store);
    const email = 'ada@example.com';
    const token = people.secretOf(await people.invite(email, await people.makeWorkspace('Desk')));
    const browser = served.browser();
    await browser.get(`/welcome?token=${token}`);
    await browser.post('/welcome', { password: 'short', repeated: 'short' });
    await browser.post('/welcome', { password: goodPassword, repeated: goodPassword });
    await browser.post('/sign-in', { email, password: goodPassword });
    await browser.post('/sign-in', { email, password: 'wrong' });
    await browser.post('/sign-in', { email: 'nobody@example.com', password: goodPassword });
    await browser.post('/account/password', {
      current: 'wrong',
      password: `${goodPassword}!`,
      repeated: `${goodPassword}!`,
    });
    await browser.post('/account/password', {
      current: goodPassword,
      password: `${goodPassword}!`,
      repeated: `${goodPassword}!`,
    });
    await browser.post('/sign-out');
    expect(names()).toEqual([
      'password-refused: link-refused',
      'password-set: link',
      'signed-in: link',
      'signed-in: password',
      'sign-in-refused: wrong',
      'sign-in-refused: wrong',
      'password-refused: wrong',
      'password-changed: changed',
      'signed-out',
    ]);
    const [, set, , , wrong, unknown] = noted;
    expect([set?.userId, wrong?.userId, unknown?.userId]).toEqual([expect.stringMatching(/^usr_/), set?.userId, null]);
    // The log contains nothing that a person typed.
    expect(JSON.stringify(noted)).not.toMatch(/example\.com|wrong password|violets/);
  });

  it('are noted when a key or a person comes or goes', async () => {
    const { browser, userId } = admin;
    const form = '0123456789abcdef01234567';
    await browser.post('/account/keys', { workspace, name: 'laptop', collection: 'live', form });
    await browser.post(`/account/keys/key_${form}/revoke`, { workspace });
    await browser.post('/account/members', { workspace, email: 'new@example.com', role: 'member' });
    await browser.post(`/account/members/${member.userId}/role`, { workspace, role: 'admin' });
    await browser.post(`/account/members/${member.userId}/role`, { workspace, role: 'member' });
    await browser.post('/account/spend-limit', { workspace, requests: '5' });
    await browser.post('/account/spend-limit', { workspace, requests: 'five' });
    expect(names()).toEqual([
      'key-made: live',
      'key-revoked',
      'user-invited',
      'role-changed: admin',
      'role-changed: member',
      'spend-limit-changed: limit-set',
    ]);
    expect(noted.every((event) => event.userId === userId && event.workspaceId === workspace)).toBe(true);
    expect(noted[0]).toMatchObject({ subject: `key_${form}` });
  });

  it('are noted when somebody is refused: for their role, for another site, for a wrong code', async () => {
    const { browser, userId } = member;
    await browser.post('/account/keys', { workspace, name: 'laptop', collection: 'live', form: 'f'.repeat(24) });
    await browser.post('/account/sessions/end-others', {}, { 'sec-fetch-site': 'cross-site' });
    await browser.post('/account/sessions/end-others', { current: 'wrong' });
    await browser.post('/cli-auth', { code: 'RI-BBBB-BBBB-BBBB', decision: 'approve' });
    await served.browser().post('/sign-out', {}, { 'sec-fetch-site': 'cross-site' });
    expect(names()).toEqual([
      'refused: not-an-admin',
      'refused: forbidden',
      'password-refused: wrong',
      'refused: wrong-user-code',
      'refused: forbidden',
    ]);
    expect(noted.map((event) => event.userId)).toEqual([userId, userId, userId, userId, null]);
  });
});

describe('a line of the log', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });

  it('says when, who, from where and what, as JSON with a time of UTC', async () => {
    await member.browser.post('/account/sessions/end-others', { current: goodPassword });
    for (const event of noted) log.info(event, 'security');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      event: 'session-ended',
      how: 'others',
      userId: member.userId,
      address: '127.0.0.1',
      msg: 'security',
    });
  });

  it('and its fellows are one line each, whatever was typed', () => {
    lines.splice(0);
    const typed = 'a\n{"level":30,"event":"signed-in"}\r\u2028\u0000\u001b[2J';
    log.info({ event: 'refused', userId: typed, address: typed }, 'security');
    expect(
      lines
        .join('')
        .trimEnd()
        .split(/[\r\n]/),
    ).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ event: 'refused', userId: typed });
    expect(lines[0]).not.toContain('\u001b');
  });
});
