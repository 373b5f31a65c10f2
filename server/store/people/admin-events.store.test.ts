// The audit trail: committed with what it records or not at all, and never changed.
import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OPERATOR, listEvents, recordEvent } from './admin-events.ts';
import type { Store } from '../engine/engine.ts';
import { openTestStore } from '../testing/store.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

it('has an event only if what it records was committed', async () => {
  const event = { action: 'sessions-ended', actor: OPERATOR } as const;
  await store.db.transaction((trx) => recordEvent(trx, { ...event, detail: { count: 1 } }));
  const failed = store.db.transaction(async (trx) => {
    await recordEvent(trx, { ...event, detail: { count: 2 } });
    throw new Error('what was recorded failed');
  });
  await expect(failed).rejects.toThrow('what was recorded failed');
  const events = await listEvents(store.db, { limit: 10 });
  expect(events).toEqual([
    {
      event_number: expect.any(Number) as number,
      recorded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      actor: 'operator',
      actor_email: null,
      action: 'sessions-ended',
      workspace_id: null,
      subject: null,
      subject_name: null,
      detail: { count: 1 },
    },
  ]);
});

it('is changed by no statement of the service: events and money entries are only added', () => {
  const changing = /\b(update|delete\s+from|truncate(\s+table)?)\s+"?(admin_event|ledger_entry)\b/i;
  const store = new URL('../', import.meta.url);
  const files = readdirSync(store, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\/testing\/|^testing\/|\.test\.ts$/.test(name))
    .map((name) => new URL(name, store));
  expect(files.length).toBeGreaterThan(90);
  const found = files.filter((file) => changing.test(readFileSync(file, 'utf8')));
  expect(found.map(({ pathname }) => pathname)).toEqual([]);
});
