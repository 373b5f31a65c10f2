// The places where pages show what people and operators wrote, filled with strings, and what stands there in the end.
import { randomBytes, randomUUID } from 'node:crypto';
import { makeDeviceCode, makeUserCode } from '../../../../server/access/devices/device-codes.ts';
import { makeKey } from '../../../../server/access/keys.ts';
import { sha256 } from '../../../../server/access/secrets.ts';
import { insertGrant } from '../../../../server/store/people/device-grants.ts';
import type { Store } from '../../../../server/store/engine/engine.ts';
import { insertKey } from '../../../../server/store/people/keys.ts';
import { publishTold } from '../../../../server/store/testing/research.ts';
import { findOrInsertUser, insertWorkspace, setMembership } from '../../../../server/store/people/workspaces.ts';

const now = '2026-10-20T00:00:00.000Z';
const idOf = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 24)}`;

/** Workspaces with these names, in all of which the person is an admin. */
export async function nameWorkspaces({ db }: Store, userId: string, names: readonly string[]): Promise<string[]> {
  const ids = names.map(() => idOf('ws'));
  await db.transaction(async (trx) => {
    for (const [index, name] of names.entries()) {
      const workspaceId = ids[index] ?? '';
      await insertWorkspace(trx, { workspaceId, name, practice: false, now });
      await setMembership(trx, { workspaceId, userId, role: 'admin', now });
    }
  });
  return ids;
}

/** Keys and people with these names, in one workspace. */
export async function nameKeys({ db }: Store, workspaceId: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const { keyId, collection, sha256: digest, hint } = makeKey('live', randomBytes);
    await insertKey(db, { keyId, collection, sha256: digest, hint, name, madeBy: 'operator', workspaceId, now });
  }
}

export async function namePeople({ db }: Store, workspaceId: string, emails: readonly string[]): Promise<void> {
  for (const email of emails) {
    const user = await findOrInsertUser(db, { userId: idOf('usr'), email, now });
    await setMembership(db, { workspaceId, userId: user.user_id, role: 'member', now });
  }
}

/** Devices that call themselves so and wait for an approval; gives their codes. */
export async function nameDevices({ db }: Store, names: readonly string[]): Promise<string[]> {
  const codes = names.map(() => makeUserCode(randomBytes));
  for (const [index, deviceName] of names.entries()) {
    await insertGrant(db, {
      acquisitionId: randomUUID(),
      deviceCodeSha256: sha256(makeDeviceCode(randomBytes)),
      userCodeSha256: sha256(codes[index] ?? ''),
      deviceName,
      acquisition: {},
      askedFrom: deviceName,
      intervalSeconds: 5,
      lifeSeconds: 900,
    });
  }
  return codes;
}

export const views_each = 5;

/** Preview research in which everything is called so: a listing for each five of them; gives the tickers. */
export async function nameResearch({ db }: Store, texts: readonly string[]): Promise<string[]> {
  const tickerOf = (index: number): string => `H${Math.floor(index / views_each)}`;
  await publishTold(db, {
    collection: 'preview',
    now: new Date().toISOString(),
    told: texts.map((summary, index) => ({
      belief: `hostile${index}`,
      ticker: tickerOf(index),
      person: `hostile-${index}`,
      observedAt: '2026-09-20T00:00:00.000Z',
      summary,
      source: { id: `src_hostile${index}`, kind: 'letter', name: summary },
    })),
  });
  for (const [index, text] of texts.entries()) {
    const [belief, evidence] = [`bel_hostile${index}`, `evd_hostile${index}-1`];
    await db('revision').where('belief_id', belief).update({ person_name: text, person_handle: text });
    await db('evidence').where('evidence_id', evidence).update({ title: text, author_name: text });
    if (index % views_each === 0) await db('entity').where('ticker', tickerOf(index)).update({ name: text });
  }
  return [...new Set(texts.map((_text, index) => tickerOf(index)))];
}
