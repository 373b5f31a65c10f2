// Payers confirmed by a charge are remembered for a minute, by credential alone.
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

const found = { accountId: 'ws_1', isBroke: false };

it('knows nobody but whom it was told of', () => {
  for (const payer of payers) {
    const recent = recentPayers(() => 0);
    recent.note(payer, found);
    expect(payers.map((one) => recent.find(one))).toEqual(payers.map((one) => (one === payer ? found : null)));
    recent.forget(payer);
    expect(recent.find(payer)).toBeNull();
  }
  expect(payers).toHaveLength(7);
});

it('forgets within a minute of the last charge', () => {
  let now = 0;
  const recent = recentPayers(() => now);
  const [payer] = payers as [Payer];
  recent.note(payer, found);
  now = 59_999;
  expect(recent.find(payer)).toEqual(found);
  recent.note(payer, found);
  now += 59_999;
  expect(recent.find(payer)).toEqual(found);
  now += 1;
  expect(recent.find(payer)).toBeNull();
});
