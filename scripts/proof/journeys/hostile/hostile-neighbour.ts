// An admin of another workspace has learned every id of this one, and tries each of them at every page, form and route.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readText } from '../../../stage/browser/whole-page.ts';
import { arrive, invited, makeWorkspace } from '../people.ts';
import { type Stage, email, seen } from '../stage.ts';
import { briefOf } from '../terminal.ts';
import type { Visitor } from '../visitor.ts';

type Attack = {
  mallory: Visitor;
  /** Her own workspace and key. */
  workspace: string;
  key: string;
  /** Of the other workspace. */
  known: { key: string; keyId: string; userId: string; requestId: string };
};

async function makeKey({ open, page }: Visitor, name: string): Promise<string> {
  await open('/account/keys');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Make the key' }).click();
  return page.locator('#new-key').innerText();
}

async function begin({ world, ada, workspace: victim }: Stage): Promise<Attack> {
  const workspace = await makeWorkspace(world, 'Low Water');
  const mallory = await world.visitor();
  await arrive(mallory.page, await invited(world, { email: 'mallory@low.example', workspace, role: 'admin' }));
  const key = await makeKey(ada, 'quay report');
  const answered = await briefOf(world.base, key);
  expect(answered.status).toBe(200);
  const { db } = world.store;
  const [keyId] = await db('api_key').where({ workspace_id: victim, name: 'quay report' }).pluck('key_id');
  const [userId] = await db('user_account').where({ email }).pluck('user_id');
  const requestId = String(answered.headers.get('x-request-id'));
  const known = { key, keyId: String(keyId), userId: String(userId), requestId };
  return { mallory, workspace, key: await makeKey(mallory, 'prying'), known };
}

/** Everything that the forms of an admin change. */
async function keptOf({ world, workspace }: Stage): Promise<unknown[]> {
  const rows = (table: string) => world.store.db(table).where({ workspace_id: workspace });
  return [
    await rows('api_key').orderBy('key_id').select('key_id', 'name', 'revoked_at', 'minute_max'),
    await rows('membership').orderBy('user_id'),
    await rows('invitation').orderBy('invitation_id'),
    await world.store.db('account').where({ account_id: workspace }).select('prepaid', 'spend_limit'),
  ];
}

function formsOf({
  keyId,
  userId,
}: Attack['known']): readonly (readonly [path: string, fields: Record<string, string>])[] {
  return [
    ['/account/keys', { name: 'mine', form: 'c'.repeat(24) }],
    [`/account/keys/${keyId}/revoke`, {}],
    [`/account/keys/${keyId}/limits`, { minute: '1' }],
    ['/account/members', { email: 'mallory@low.example', role: 'admin' }],
    [`/account/members/${userId}/role`, { role: 'member' }],
    [`/account/members/${userId}/remove`, {}],
    ['/account/spend-limit', { requests: '0' }],
  ];
}

export function hostileNeighbour(stage: Stage): void {
  describe('somebody who knows the ids of another workspace', () => {
    let attack: Attack;
    beforeAll(async () => {
      attack = await begin(stage);
    });
    afterAll(() => attack.mallory.close());

    it('opens none of its pages', async () => {
      expect(await opened(stage, attack)).toEqual([404, 404, 404]);
    });

    it('sends none of its forms, under its id or under the own one', async () => {
      const before = await keptOf(stage);
      expect(new Set(await sent(stage, attack))).toEqual(new Set([404]));
      expect(await keptOf(stage)).toEqual(before);
    });

    it('reads no receipt of it, and is answered nothing that it has paid for', async () => {
      expect(await read(stage, attack)).toEqual([404, 200, 402]);
    });

    it('keeps its key from nothing, and its admin sees in the trail what was done by whom', async () => {
      const brief = await briefOf(stage.world.base, attack.known.key);
      expect([brief.status, brief.headers.get('usage-charge')]).toEqual([200, '1']);
      await stage.ada.open('/account/trail');
      const trail = await stage.ada.page.locator('#trail').innerText();
      expect([trail.includes('made the key quay report'), trail.includes('low.example')]).toEqual([true, false]);
    });
  });
}

async function opened(stage: Stage, { mallory, known }: Attack): Promise<number[]> {
  const query = `workspace=${stage.workspace}`;
  await mallory.open(`/account/receipts?${query}&receipt=${known.requestId}`);
  const text = await readText(mallory.page);
  expect(['Quay research desk', 'quay report', email].filter((words) => text.includes(words))).toEqual([]);
  const statuses = [
    await mallory.open(`/account/keys/${known.keyId}/revoke?${query}`),
    await mallory.open(`/account/keys/${known.keyId}/limits?${query}`),
    await mallory.open(`/account/members/${known.userId}/remove?${query}`),
  ];
  expect(await seen(stage, 'neighbour-refused', mallory)).toEqual([]);
  return statuses;
}

async function sent(stage: Stage, { mallory, workspace, known }: Attack): Promise<number[]> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const post = (path: string, form: Record<string, string>) => mallory.context.request.post(path, { form, headers });
  const statuses: number[] = [];
  for (const [path, fields] of formsOf(known)) {
    statuses.push((await post(path, { workspace: stage.workspace, ...fields })).status());
    // Her own workspace is hers to change; the ids of the other one are not.
    if (path.includes(known.keyId) || path.includes(known.userId)) await post(path, { workspace, ...fields });
  }
  return statuses;
}

/** The receipt by either key, and a repetition of what the other workspace has paid for. */
async function read({ world }: Stage, { key, known }: Attack): Promise<number[]> {
  const get = async (path: string, by: string, headers: Record<string, string> = {}): Promise<number> =>
    (await fetch(`${world.base}${path}`, { headers: { authorization: `Bearer ${by}`, ...headers } })).status;
  const receipt = `/v1/receipts/${known.requestId}`;
  return [
    await get(receipt, key),
    await get(receipt, known.key),
    await get('/v1/brief?ticker=NWTB', key, { 'x-request-id': known.requestId }),
  ];
}
