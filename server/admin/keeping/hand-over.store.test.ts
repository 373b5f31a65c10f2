import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LoadingBench, statement } from '../../ingest/testing/loading.ts';
import { lockHead } from '../../store/known/clock.ts';
import { poolsOf } from '../../store/engine/engine.ts';
import { commands } from '../commands.ts';
import type { CommandContext } from '../command.ts';
import { handOver, serveAdmin, type HandOver } from './hand-over.ts';
import { printedFailure, runCommand } from '../run-command.ts';

let bench: LoadingBench;
let dataDir: string;
let served: HandOver;
let context: Omit<CommandContext, 'onProgress'>;

beforeEach(async () => {
  bench = await LoadingBench.open();
  dataDir = await mkdtemp(join(tmpdir(), 'data-'));
  context = {
    store: bench.store,
    now: () => '2020-01-01T00:00:00.000Z',
    randomBytes: (size) => Buffer.alloc(size, 7),
    baseUrl: 'https://research.test',
  };
  served = await serveAdmin(dataDir, context);
});
afterEach(async () => {
  await served.close();
  await bench.close();
  await rm(dataDir, { recursive: true, force: true });
});

const silent = (): void => undefined;

async function both(name: string, argv: string[]): Promise<[handed: unknown, direct: unknown]> {
  const command = commands.find((each) => each.name === name);
  if (command === undefined) throw new Error(`no command ${name}`);
  return [
    await handOver(dataDir, { command: name, argv }, silent),
    await runCommand(command, argv, { ...context, onProgress: silent }),
  ];
}

describe('handing a command to the server that holds the store', () => {
  it('prints what the command prints without a server', async () => {
    const file = await bench.lines('s.ndjson', [statement('s:1')]);
    const bad = await bench.lines('bad.ndjson', [statement('s:2', { direction: 'up' })]);
    const cases: [string, string[], number][] = [
      ['import-statements', [file, '--dry-run'], 0],
      ['import-statements', [file, '--dry-run', '--json'], 0],
      ['import-statements', [bad, '--json'], 1],
      ['import-statements', [bad], 1],
      ['release', [], 0],
      ['list-keys', ['--json'], 0],
      ['revoke-key', ['key_9'], 1],
      ['withdraw', ['s:9', '--reason', 'wrong'], 1],
    ];
    for (const [name, argv, exit] of cases) {
      const [handed, direct] = await both(name, argv);
      expect(handed).toEqual(direct);
      expect(direct).toMatchObject({ exit });
    }
    expect(cases).toHaveLength(8);
  });

  it('says that the store is unavailable where DATA_DIR is a file, or lies below one', async () => {
    const file = await bench.file('notes.txt', 'no folder');
    for (const folder of [file, join(file, 'data')]) {
      const error: unknown = await handOver(folder, { command: 'list-keys', argv: [] }, silent).catch(
        (thrown: unknown) => thrown,
      );
      expect(printedFailure(error, false)).toEqual({
        exit: 3,
        stdout: '',
        stderr: `DATA_DIR ${folder} cannot be used: it is a file, or lies below one. It must be a folder that this user may write in\n`,
      });
    }
  });

  it('loads, releases and makes keys in the running store', async () => {
    const file = await bench.lines('s.ndjson', [statement('s:1')]);
    const seen: string[] = [];
    const loaded = await handOver(
      dataDir,
      { command: 'import-statements', argv: [file] },
      (_file, phase) => void seen.push(phase),
    );
    expect(loaded).toMatchObject({ exit: 0, stderr: '' });
    expect(new Set(seen)).toEqual(new Set(['check']));
    const released = await handOver(
      dataDir,
      { command: 'release', argv: ['--json', '--effective-at', '2019-01-01T00:00:00Z'] },
      silent,
    );
    expect(JSON.parse(released?.stdout ?? '')).toMatchObject({ version: 1, statements: { beliefs_opened: 1 } });
    const key = await handOver(
      dataDir,
      { command: 'create-key', argv: ['--json', '--preview', '--name', 'desk'] },
      silent,
    );
    expect(JSON.parse(key?.stdout ?? '')).toMatchObject({
      collection: 'preview',
      key: expect.stringMatching(/^ri_preview_/),
    });
    expect(await bench.rows('select name, collection from api_key')).toEqual([{ name: 'desk', collection: 'preview' }]);
  });

  it('listens on a socket that only its owner may use', async () => {
    const { mode } = await stat(join(dataDir, 'admin.sock'));
    expect(mode & 0o777).toBe(0o600);
  });

  it('answers commands one after another', async () => {
    const file = await bench.lines('s.ndjson', [statement('s:1')]);
    const runs = Array.from({ length: 4 }, () =>
      handOver(dataDir, { command: 'import-statements', argv: [file, '--json'] }, silent),
    );
    const added = (await Promise.all(runs)).map(
      (run) =>
        (JSON.parse(run?.stdout ?? '') as { files: [{ records: { statement: { new: number } } }] }).files[0].records
          .statement.new,
    );
    expect(added.sort()).toEqual([0, 0, 0, 1]);
  });

  it('finds no server where none listens, also where one was killed', async () => {
    await served.close();
    const list = { command: 'list-keys', argv: [] };
    expect(await handOver(dataDir, list, silent)).toBeNull();
    const path = join(dataDir, 'admin.sock');
    const killed = `net.createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
    expect(spawnSync(process.execPath, ['-e', killed]).signal).toBe('SIGKILL');
    expect((await stat(path)).isSocket()).toBe(true);
    expect(await handOver(dataDir, list, silent)).toBeNull();
    served = await serveAdmin(dataDir, context);
    expect(await handOver(dataDir, list, silent)).toMatchObject({ exit: 0 });
  });

  it('stops although a command does not end, and says so to whoever waits for it', async () => {
    const list = { command: 'list-keys', argv: [] };
    const stopped = { exit: 3, stdout: '', stderr: expect.stringContaining('the server stopped before') };
    const trx = await bench.store.db.transaction();
    await lockHead(trx, 'live');
    const [running, next] = [{ command: 'release', argv: [] }, list].map((each) => handOver(dataDir, each, silent));
    // The release waits for the lock, or for the one connection.
    const isWaiting = (): boolean => {
      const { used = 0, waiting = 0 } = poolsOf(bench.store)['research'] ?? {};
      return used + waiting > 1;
    };
    while (!isWaiting()) await setImmediate();
    expect(await served.close(10)).toBe(false);
    expect([await running, await next]).toEqual([stopped, stopped]);
    await trx.rollback();
    served = await serveAdmin(dataDir, context);
    expect(await handOver(dataDir, list, silent)).toMatchObject({ exit: 0 });
  });
});
