// The daily routine over a folder: new files in order, once each, and what is left alone.
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LoadingBench } from '../../ingest/testing/loading.ts';
import { listEvents } from '../../store/people/admin-events.ts';
import { beginFeed, endFeed, feedRuns } from '../../store/staged/feed-runs.ts';
import type { CommandContext } from '../command.ts';
import { commandNamed } from '../commands.ts';
import { runCommand, type CommandOutput } from '../run-command.ts';

let bench: LoadingBench;
let inbox: string;
beforeEach(async () => {
  bench = await LoadingBench.open();
  inbox = join(bench.folder, 'inbox');
});
afterEach(() => bench.close());

const now = '2026-10-05T12:00:00.000Z';

async function put(name: string, text: string, writtenAt = '2026-10-05T11:00:00.000Z'): Promise<void> {
  const path = join(inbox, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  await utimes(path, new Date(writtenAt), new Date(writtenAt));
}

async function feed(words: readonly string[] = [], given: Partial<CommandContext> = {}): Promise<CommandOutput> {
  return runCommand(commandNamed('feed'), [inbox, ...words], {
    store: bench.store,
    now: () => now,
    randomBytes: (size) => Buffer.alloc(size, 7),
    baseUrl: 'https://research.test',
    onProgress: () => undefined,
    ...given,
  });
}

const header = 'date,person,ticker,rating,statement,source_url,source_title';
const row = (day: string, rating: string): string =>
  `${day},Ada Fictional,ZQRX,${rating},"Orders of ${day}.",https://letters.example/${day},Letter of ${day}`;
const ratings = (...rows: string[]): string => `${[header, ...rows].join('\n')}\n`;
const options =
  '# the words of this desk\n--map rating=Buy:bullish\n--map=rating=Sell:bearish\n--set dataset=letters\n';

async function fill(): Promise<void> {
  await put('prices/zqrx.csv', 'ticker,date,adj_close\nZQRX,2026-01-02,10\n');
  await put('statements-letters/options.txt', options);
  await put('statements-letters/a.csv', ratings(row('2026-03-02', 'Buy')));
  await put('securities/master.csv', 'ticker,name\nZQRX,Zeta Quarry\n');
}

it('loads each kind in its order, and each file once', async () => {
  await fill();
  const first = await feed();
  expect(first.exit).toBe(0);
  expect([...first.stdout.matchAll(/inbox\/(\S+): loaded/g)].map(([, name]) => name)).toEqual([
    'securities/master.csv',
    'statements-letters/a.csv',
    'prices/zqrx.csv',
  ]);
  expect(await bench.rows('select 1 from release')).toEqual([]);
  const again = await feed();
  expect([again.exit, again.stdout]).toEqual([0, '0 loaded, 0 refused, 0 left for the next run\n']);
  const loads = await listEvents(bench.store.db, { actions: ['files-loaded'], limit: 10 });
  expect(loads.map(({ detail }) => detail['kind'])).toEqual(['prices', 'statements', 'securities']);
});

it('releases by policy, and nothing that somebody else staged', async () => {
  await fill();
  expect((await feed(['--then', 'release'])).stdout).toContain('released as release 1 of live');
  expect((await feed(['--then', 'release'])).stdout).not.toContain('released');
  await bench.bundle({ type: 'source', source_id: 'src:x', kind: 'article', name: 'Other Papers' });
  await put('statements-letters/b.csv', ratings(row('2026-04-02', 'Sell')));
  const held = await feed(['--then', 'release']);
  expect(held.exit).toBe(1);
  expect(held.stderr).toContain('not released: imports are staged that are not of this folder');
  expect((await feedRuns(bench.store.db))[0]).toMatchObject({ loaded: 1, version: null });
  await bench.release();
  await put('statements-letters/c.csv', ratings(row('2026-05-02', 'Buy')));
  const unapproved = await feed(['--then', 'release'], { approvals: 'two' });
  expect([unapproved.exit, unapproved.stderr]).toEqual([1, expect.stringContaining('is not approved')]);
});

it('sets a refused file apart until it changes', async () => {
  await fill();
  await put('statements-letters/b.csv', ratings(row('2026-04-31', 'Buy')));
  const refused = await feed(['--then', 'release']);
  expect(refused.exit).toBe(1);
  expect(refused.stderr).toContain('b.csv: refused');
  expect(refused.stderr).toContain('3 loaded, 1 refused');
  const later = await feed();
  expect([later.exit, later.stdout]).toEqual([0, expect.stringContaining('1 files were refused by an earlier run')]);
  expect((await feedRuns(bench.store.db))[0]).toMatchObject({ standing: 1, refused: 0 });
  await put('statements-letters/b.csv', ratings(row('2026-04-30', 'Buy')));
  expect((await feed()).stdout).toContain('b.csv: loaded');
  await put('statements-letters/c.csv', ratings(row('2026-05-02', 'Hold')));
  expect((await feed()).exit).toBe(1);
  await put('statements-letters/options.txt', `${options}--map rating=Hold:mixed\n`);
  expect((await feed()).stdout).toContain('c.csv: loaded');
});

it('leaves a file that is still being written', async () => {
  await fill();
  await put('statements-letters/young.csv', ratings(row('2026-04-02', 'Buy')), '2026-10-05T11:59:30.000Z');
  await put('statements-letters/b.csv.part', 'date,per');
  await put('statements-letters/.c.csv.tmp', 'date,per');
  expect((await feed()).stdout).toContain('3 loaded, 0 refused, 1 left for the next run');
  expect((await feed(['--settle', '10'])).stdout).toContain('young.csv: loaded');
});

it('is one run at a time', async () => {
  await fill();
  expect(await beginFeed(bench.store.db, 'live', inbox)).toBe(true);
  expect(await feed()).toMatchObject({ exit: 0, stdout: 'another run has the folder: nothing was done\n' });
  await bench.store.db.raw(`update feed_run set held_until = now() - interval '1 minute'`);
  expect((await feed()).stdout).toContain('3 loaded');
  await endFeed(bench.store.db, 'live', {
    loaded: 0,
    refused: 0,
    standing: 0,
    waiting: 0,
    version: null,
    failure: null,
  });
});

it('names a folder that has no place for any kind', async () => {
  await put('letters/a.csv', header);
  await expect(feed()).rejects.toThrow('has no folder sessions, securities, bundle, statements, prices');
});

it('runs by the unit of the guide', async () => {
  const units = new URL('../../docs/systemd/', import.meta.url);
  const service = await readFile(new URL('research-feed.service', units), 'utf8');
  const [, program, script, command = '', folder, ...words] = /^ExecStart=(\S+) (\S+) (\S+) (\S+) (.*)$/m
    .exec(service)
    ?.slice(0, 6)
    .flatMap((part, at) => (at === 5 ? part.split(' ') : [part])) ?? [''];
  expect([program, script, folder]).toEqual(['/usr/bin/node', '.build/server/admin.js', '/srv/research/inbox']);
  await fill();
  const done = await runCommand(commandNamed(command), [inbox, ...words], {
    store: bench.store,
    now: () => now,
    randomBytes: (size) => Buffer.alloc(size, 7),
    baseUrl: 'https://research.test',
    onProgress: () => undefined,
  });
  expect([done.exit, done.stdout]).toEqual([0, expect.stringContaining('released as release 1 of live')]);
  const timer = await readFile(new URL('research-feed.timer', units), 'utf8');
  expect(timer).toMatch(/^OnCalendar=\*:0\/15$/m);
});
