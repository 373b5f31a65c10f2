// Commands that withdraw research and rotate the cursor key: their output and their refusals.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCursors } from '../../answers/lists/cursor.ts';
import { LoadingBench } from '../../ingest/testing/loading.ts';
import { loadLetters } from '../../ingest/testing/withdrawal.ts';
import { derivedId } from '../../store/engine/ids.ts';
import { UsageError } from '../command.ts';
import { commands } from '../commands.ts';
import { runCommand, type CommandOutput } from '../run-command.ts';

let bench: LoadingBench;
const now = '2026-10-05T00:00:00.000Z';

beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

async function admin(name: string, ...argv: string[]): Promise<CommandOutput> {
  const command = commands.find((each) => each.name === name);
  if (command === undefined) throw new Error(`no command ${name}`);
  return runCommand(command, argv, {
    store: bench.store,
    now: () => now,
    randomBytes: (size) => Buffer.alloc(size, 7),
    baseUrl: 'https://research.test',
    onProgress: () => undefined,
  });
}

describe('withdraw and remove-legally', () => {
  const id = derivedId('evidence', 'e:3');
  beforeEach(() => loadLetters(bench));

  it('say what would go, then what went, by kind', async () => {
    const tried = await admin('withdraw', id, '--reason', 'forged', '--dry-run');
    expect(tried).toMatchObject({ exit: 0, stderr: '' });
    expect(tried.stdout).toContain(`dry run, nothing was changed: ${id} would be withdrawn as release 3 of live`);
    const done = await admin('withdraw', id, '--reason', 'forged');
    expect(done.stdout).toMatch(new RegExp(`^withdrawn: ${id}, release 3 of live, effective 20`));
    expect(done.stdout).toContain('  withdrawn: citation 1, claim 1, condition 1, evidence 1, intent 1,');
    expect(tried.stdout.split('\n').slice(1)).toEqual(done.stdout.split('\n').slice(1));
    const removed = await admin('remove-legally', id, '--reason', 'court order', '--json');
    expect(JSON.parse(removed.stdout)).toMatchObject({
      id,
      kind: 'evidence',
      withdrawal: null,
      removed: { evidence: 1 },
    });
  });

  it('refuse with what, where and a fix, and change nothing', async () => {
    for (const name of ['withdraw', 'remove-legally']) {
      const refused = await admin(name, 's:9', '--reason', 'wrong', '--preview');
      expect(refused).toMatchObject({ exit: 1, stdout: '' });
      expect(refused.stderr).toBe(
        `${name}:s:9: there is no such belief in preview (it would be ${derivedId('belief', 's:9')}); check the id, or leave --preview out if it is in live\nrefused: nothing was changed\n`,
      );
      expect(JSON.parse((await admin(name, 's:9', '--reason', 'wrong', '--json')).stdout)).toMatchObject({
        refused: true,
        fault_count: 1,
      });
    }
  });

  it('tell readers the reason as texts are kept: without what cannot be seen, and no longer than 600 characters', async () => {
    const said = `  forged\u001B[31m by\u202E ${'𝔞'.repeat(600 - 15)} `;
    expect((await admin('withdraw', id, '--reason', said)).exit).toBe(0);
    expect(
      await bench.rows('select distinct withdrawn_reason as reason from evidence where withdrawn_reason is not null'),
    ).toEqual([{ reason: `forged[31m by ${'𝔞'.repeat(600 - 15)}` }]);
  });

  it('refuse a reason that says nothing, or more than 600 characters', async () => {
    const before = await bench.counts();
    const reasons = [' ', '\n\t', '\u202E', '\u200B\u001B', '\u3164', '\u2028', 'x'.repeat(601), 'x'.repeat(30_000)];
    for (const name of ['withdraw', 'remove-legally'])
      for (const reason of reasons)
        await expect(admin(name, id, '--reason', reason)).rejects.toThrow(
          new UsageError('--reason must say why in 1 to 600 characters'),
        );
    expect(reasons).toHaveLength(8);
    expect(await bench.counts()).toEqual(before);
  });

  it('need a reason', async () => {
    for (const name of ['withdraw', 'remove-legally'])
      await expect(admin(name, id)).rejects.toThrow(`${name} needs --reason`);
  });
});

describe('rotate-cursor-key', () => {
  const scope = { operation: 'listBeliefs', collection: 'live', filters: {} } as const;
  const place = { asOf: now, position: ['2025-12-01T00:00:00.000Z', 'bel_a'] };

  it('has another key sign, and both keys are accepted at once by a process that knew only the old one', async () => {
    let time = now;
    const process = () => createCursors({ db: bench.store.db, now: () => time });
    const other = process();
    const old = await other.write(scope, place);
    const done = await admin('rotate-cursor-key', '--json');
    expect(JSON.parse(done.stdout)).toEqual({ cursor_key_id: 2, rotated_at: now });
    const written = await process().write(scope, place);
    expect(written).not.toBe(old);
    for (const cursor of [old, written]) expect(await other.read(scope, cursor)).toEqual(place);
    time = '2026-11-03T23:59:59.000Z';
    expect(await other.read(scope, old)).toEqual(place);
    time = '2026-11-04T00:00:01.000Z';
    await expect(other.read(scope, old)).rejects.toMatchObject({ code: 'invalid-cursor' });
    expect(await other.read(scope, written)).toEqual(place);
  });
});
