import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ProblemError, problem } from '../contract/problems.ts';
import { createAccess } from './authorise.ts';
import type { KnownKey } from './authorise.ts';
import { makeKey } from './keys.ts';
import type { OperationId, Principal } from '../contract/operations.ts';

const active = makeKey('live', randomBytes);
const preview = makeKey('preview', randomBytes);
const revoked = makeKey('live', randomBytes);
const expired = makeKey('live', randomBytes);
const limited = makeKey('live', randomBytes);
const unknown = makeKey('live', randomBytes);
const rows: (KnownKey & { readonly sha256: Buffer })[] = [active, preview, revoked, expired, limited].map((key) => ({
  key_id: key.keyId,
  collection: key.collection,
  sha256: key.sha256,
  workspace_id: key === active ? 'ws_1' : null,
  revoked_at: key === revoked ? '2026-01-01T00:00:00.000Z' : null,
  expires_at: key === expired ? '2026-01-01T00:00:00.000Z' : null,
  is_expired: key === expired,
  operations: key === limited ? ['getBrief'] : null,
}));
let looked_up = 0;
const access = createAccess(async (digest) => {
  looked_up += 1;
  return rows.find((row) => row.sha256.equals(digest)) ?? null;
});

const authorise = async (authorization: string | undefined, operation: OperationId = 'getBrief'): Promise<Principal> =>
  access.identify(access.credential(authorization).keySha256, operation);

describe('access', () => {
  it('knows the key and the collection it belongs to, in any case of the scheme', async () => {
    expect(await authorise(`Bearer ${active.key}`)).toEqual({
      keyId: active.keyId,
      collection: 'live',
      accountId: 'ws_1',
      operations: null,
      expiresAt: null,
    });
    expect(await authorise(`bearer  ${preview.key}`)).toEqual({
      keyId: preview.keyId,
      collection: 'preview',
      accountId: preview.keyId,
      operations: null,
      expiresAt: null,
    });
  });

  it('lets a key with a set call what is in it, and its status, and says 403 to all else', async () => {
    const asks = (operation: OperationId) => authorise(`Bearer ${limited.key}`, operation);
    expect(await asks('getBrief')).toMatchObject({ keyId: limited.keyId, operations: ['getBrief'] });
    expect(await asks('getStatus')).toMatchObject({ keyId: limited.keyId });
    await expect(asks('listBeliefs')).rejects.toMatchObject({ code: 'operation-not-allowed' });
    await expect(asks('getReceipt')).rejects.toMatchObject({ code: 'operation-not-allowed' });
  });

  it('gives the same 401 to a missing, malformed, unknown, revoked and expired key [SPEC-A1] [SPEC-E4]', async () => {
    const sent = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Basic ${active.key}`,
      active.key,
      `Bearer ${active.key} `,
      `Bearer ${active.key}0`,
      `Bearer ${active.key.slice(0, -1)}`,
      `Bearer ri_dc_${'0'.repeat(49)}`,
      `Bearer ${active.key}, Bearer ${active.key}`,
      `Bearer ${unknown.key}`,
      `Bearer ${revoked.key}`,
      `Bearer ${expired.key}`,
    ];
    const bodies = new Set<string>();
    for (const authorization of sent) {
      const thrown: unknown = await authorise(authorization).catch((error: unknown) => error);
      if (!(thrown instanceof ProblemError)) throw new Error('a problem was due');
      const isToken = /^bearer \S/i.test(authorization ?? '');
      expect(thrown.options.headers).toEqual({
        'WWW-Authenticate': `Bearer realm="research"${isToken ? ', error="invalid_token"' : ''}`,
      });
      bodies.add(JSON.stringify(problem(thrown, { baseUrl: 'http://x.test', requestId: 'r' })));
    }
    expect(sent.length).toBe(14);
    expect(bodies.size).toBe(1);
  });

  it('asks the store only about keys whose checksum is right', async () => {
    looked_up = 0;
    await authorise(`Bearer ${active.key.slice(0, -1)}!`).catch(() => null);
    await authorise(`Bearer ri_live_${'a'.repeat(49)}`).catch(() => null);
    expect(looked_up).toBe(0);
  });
});
