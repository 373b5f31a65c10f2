// Whom a charge found good is remembered for a minute, by their credential alone.
import { expect, it } from 'vitest';
import type { Payer } from '../terms/payer.ts';
import { recentPayers } from './recent-payers.ts';

const payers: Payer[] = [
  { kind: 'key', sha256: Buffer.from('one') },
  { kind: 'key', sha256: Buffer.from('two') },
  { kind: 'grant', tokenSha256: Buffer.from('one'), resource: 'https://research.test/mcp' },
  { kind: 'grant', tokenSha256: Buffer.from('one'), resource: 'https://elsewhere.test/mcp' },
  { kind: 'session', sessionId: 'ses_1', workspaceId: 'ws_1' },
  { kind: 'session', sessionId: 'ses_1', workspaceId: 'ws_2' },
  { kind: 'session', sessionId: 'ses_2', workspaceId: 'ws_1' },
];

it('knows nobody but whom it was told of', () => {
  for (const payer of payers) {
    const recent = recentPayers(() => 0);
    recent.note(payer);
    expect(payers.map((one) => recent.isGood(one))).toEqual(payers.map((one) => one === payer));
    recent.forget(payer);
    expect(recent.isGood(payer)).toBe(false);
  }
  expect(payers).toHaveLength(7);
});

it('forgets within a minute of the last charge', () => {
  let now = 0;
  const recent = recentPayers(() => now);
  const [payer] = payers as [Payer];
  recent.note(payer);
  now = 59_999;
  expect(recent.isGood(payer)).toBe(true);
  recent.note(payer);
  now += 59_999;
  expect(recent.isGood(payer)).toBe(true);
  now += 1;
  expect(recent.isGood(payer)).toBe(false);
});
