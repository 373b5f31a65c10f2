// Legal removals after a backup, done again in what is restored from it.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RefusedInput } from '../../ingest/files/faults.ts';
import { belief, citation, evidence, revision } from '../../ingest/testing/bundle.ts';
import { LoadingBench } from '../../ingest/testing/loading.ts';
import { openLetters } from '../../ingest/testing/withdrawal.ts';
import { derivedId } from '../../store/engine/ids.ts';
import type { Store } from '../../store/engine/engine.ts';
import { logFaults } from '../../store/log/log-audit.ts';
import { contentOf, exportedLines } from '../../store/testing/export.ts';
import { beginTestLog } from '../../store/testing/log.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { commands } from '../commands.ts';
import { runCommand, type CommandOutput } from '../run-command.ts';

let folder: string;
let bench: LoadingBench;
let restored: Store;
const file = (name: string): string => join(folder, name);
const letter = derivedId('evidence', 'e:3');

async function admin(store: Store, name: string, ...argv: string[]): Promise<CommandOutput> {
  const command = commands.find((each) => each.name === name);
  if (command === undefined) throw new Error(`no command ${name}`);
  return runCommand(command, argv, {
    store,
    now: () => '2026-10-05T00:00:00.000Z',
    randomBytes: (size) => Buffer.alloc(size, 7),
    baseUrl: 'https://research.test',
    onProgress: () => undefined,
  });
}

const register = async (): Promise<string> => {
  const { stdout } = await admin(bench.store, 'list-removals', '--json');
  await writeFile(file('removals.json'), stdout);
  return file('removals.json');
};

const wordsOf = async (store: Store): Promise<string> => (await exportedLines(store)).join('\n');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'removals-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  [bench, restored] = await Promise.all([openLetters(), openTestStore()]);
  await beginTestLog(bench.store);
  await admin(bench.store, 'export', file('backup'), '--force');
});
afterEach(() => Promise.all([bench.close(), restored.close()]));

/** A belief that the backup does not have yet. */
async function loadLater(into: LoadingBench): Promise<void> {
  await into.bundle(
    evidence({ evidence_id: 'e:late', observed_at: '2020-04-01T15:00:00Z', capture: 'A late word.' }),
    citation({ citation_id: 'c:late', evidence_id: 'e:late', locator: { kind: 'text_quote', exact: 'late word' } }),
    belief({ belief_id: 'b:late' }),
    revision({ belief_id: 'b:late', observed_at: '2020-04-01T15:00:00Z', source_citation_id: 'c:late' }),
  );
}

describe('a restore with a register', () => {
  it('lacks what was removed after the backup, in the log too', async () => {
    await admin(bench.store, 'remove-legally', letter, '--reason', 'court order 17');
    expect(await wordsOf(bench.store)).not.toContain('Letter 3 says so.');
    const done = await admin(restored, 'restore', file('backup'), '--removals', await register());
    expect(done).toMatchObject({ exit: 0, stderr: '' });
    expect(done.stdout).toContain(`removed from every cutoff: ${letter}\n`);
    expect(await wordsOf(restored)).not.toContain('Letter 3 says so.');
    const [own, again] = await Promise.all(
      [bench.store, restored].map((store) => admin(store, 'list-removals', '--json')),
    );
    const named = ({ stdout }: CommandOutput) =>
      (JSON.parse(stdout) as { removals: { id: string; reason: string; records: string[] }[] }).removals.map(
        ({ id, reason, records }) => ({ id, reason, records }),
      );
    expect(named(again as CommandOutput)).toEqual(named(own as CommandOutput));
    expect(await restored.db.transaction((trx) => logFaults(trx))).toEqual([]);
    const { rows } = (await restored.db.raw(
      `select act, destroyed > 0 as destroyed from log_head order by size desc`,
    )) as {
      rows: object[];
    };
    expect(rows[0]).toEqual({ act: 'removed', destroyed: true });
  });

  it('does nothing twice, and tells of it', async () => {
    await admin(bench.store, 'remove-legally', letter, '--reason', 'court order 17');
    const path = await register();
    const first = await admin(restored, 'restore', file('backup'));
    expect(first.stdout).toContain('legal removals after it are not in it');
    const tried = await admin(restored, 'repeat-removals', path, '--dry-run');
    expect(tried.stdout).toBe(`would be removed from every cutoff: ${letter}\ndry run: nothing was kept\n`);
    expect(await wordsOf(restored)).toContain('Letter 3 says so.');
    expect((await admin(restored, 'repeat-removals', path)).stdout).toBe(`removed from every cutoff: ${letter}\n`);
    const content = contentOf(await exportedLines(restored));
    expect((await admin(restored, 'repeat-removals', path)).stdout).toBe('removed before: 1\n');
    expect(contentOf(await exportedLines(restored))).toEqual(content);
  });

  it('refuses a later load of what was never released there', async () => {
    await loadLater(bench);
    await bench.release();
    const late = derivedId('evidence', 'e:late');
    await admin(bench.store, 'remove-legally', late, '--reason', 'court order 18');
    const done = await admin(restored, 'restore', file('backup'), '--removals', await register());
    expect(done.stdout).toContain(`a later load of it is refused: ${late}`);
    const again = await LoadingBench.open(restored);
    const refused = await loadLater(again).then(
      () => null,
      (error: unknown) => error as RefusedInput,
    );
    expect(refused?.faults.map(({ what }) => what)).toEqual([
      `the evidence was withdrawn (${late})`,
      `the belief was withdrawn (${derivedId('belief', 'b:late')})`,
      `the citation was withdrawn (${derivedId('citation', 'c:late')})`,
    ]);
  });

  it('is refused whole where the register is none', async () => {
    const cases: [string, string][] = [
      ['', 'it is not a register of legal removals'],
      ['{"removals":{}}', 'it is not a register of legal removals'],
      ['{"removals":[{"collection":"live","id":"evd_1","reason":"","records":["evd_1"]}]}', 'removals[0]'],
      ['{"removals":[{"collection":"other","id":"evd_1","reason":"why","records":["evd_1"]}]}', 'removals[0]'],
      ['{"removals":[{"collection":"live","id":"evd_1","reason":"why","records":[1]}]}', 'removals[0]'],
    ];
    for (const [text, said] of cases) {
      await writeFile(file('wrong.json'), text);
      const refused = await admin(restored, 'restore', file('backup'), '--removals', file('wrong.json'));
      expect([refused.exit, refused.stderr]).toEqual([1, expect.stringContaining(said)]);
      expect(refused.stderr).toContain('list-removals --json > removals.json');
    }
    const missing = await admin(restored, 'repeat-removals', file('missing.json'));
    expect([missing.exit, missing.stderr]).toEqual([1, expect.stringContaining('it cannot be read')]);
    expect((await admin(restored, 'restore', file('backup'))).exit).toBe(0);
  });
});
