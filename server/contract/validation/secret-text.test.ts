// Secrets in the wrong field: not repeated to the client, not stored as an id, and not redirected.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { echo } from './faults.ts';
import { isRequestId, requestIdFaults } from './request-headers.ts';
import { cutSecrets, holdsSecret } from './secret-text.ts';

const random = Buffer.from(randomBytes(40)).toString('hex').slice(0, 49);
const kinds = ['live', 'preview', 'dc', 'ses', 'link', 'up', 'ac', 'at', 'rt', 'cs'];
const secrets = kinds.map((kind) => `ri_${kind}_${random}`);
const userCode = 'RI-BCDF-GHJK-LMNP';

describe('a text', () => {
  it('is cut where a secret of any kind stands, and nowhere else', () => {
    for (const secret of secrets) {
      expect(holdsSecret(`a ${secret}`)).toBe(true);
      expect(cutSecrets(`"${secret}" and (${secret})`)).not.toContain(random);
      expect(cutSecrets(`key=${secret}&b`)).toMatch(/^key=ri_[a-z]+_\[secret\]&b$/);
    }
    expect(cutSecrets(`code ${userCode}.`)).toBe('code RI-[secret].');
    for (const text of [
      'ri_live_',
      'ri_live_[secret]',
      'RI-1234-5678-9012',
      'bel_e88c2841cbf54b982e9289457542042c',
      'ri_',
    ]) {
      expect([text, holdsSecret(text), cutSecrets(text)]).toEqual([text, false, text]);
    }
    expect(secrets).toHaveLength(10);
  });
});

describe('a secret in the place of something else', () => {
  it('is not repeated in a fault', () => {
    for (const secret of [...secrets, userCode]) expect(echo(`x ${secret}`)).toMatch(/\[secret\]$/);
    expect(echo('NWTB')).toBe('NWTB');
  });

  it('is no request id, and its sender is told to revoke it', () => {
    for (const secret of [...secrets, userCode, `retry-${userCode}`]) {
      expect([secret, isRequestId(secret)]).toEqual([secret, false]);
      const [fault, ...more] = requestIdFaults({ headers: { 'x-request-id': secret } } as unknown as IncomingMessage);
      expect([fault?.location, more]).toEqual(['header.X-Request-ID', []]);
      expect(JSON.stringify(fault)).not.toContain(secret);
      expect(fault?.fix).toContain('revoke');
    }
    expect(requestIdFaults({ headers: { 'x-request-id': 'retry-1' } } as unknown as IncomingMessage)).toEqual([]);
  });
});
