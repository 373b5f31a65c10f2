import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

type Alone = (lock: string, work: () => Promise<void>, onWait?: () => void) => Promise<void>;
const module = new URL('alone.js', import.meta.url).href;
const { alone } = (await import(module)) as { alone: Alone };

let folder: string;
let lock: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alone-'));
  lock = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Programs that each read a number, wait, and write the next one. */
async function programs(count: number, rounds: number): Promise<void> {
  const source = `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { setTimeout } from 'node:timers/promises';
    import { alone } from ${JSON.stringify(module)};
    const file = ${JSON.stringify(join(folder, 'number'))};
    for (let round = 0; round < ${rounds}; round += 1) {
      await alone(${JSON.stringify(lock)}, async () => {
        const number = Number(readFileSync(file, 'utf8'));
        await setTimeout(5);
        writeFileSync(file, String(number + 1));
      });
    }`;
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  const codes = await Promise.all(children.map(async (child) => ((await once(child, 'exit')) as [number])[0]));
  expect(codes).toEqual(Array.from({ length: count }, () => 0));
}

async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid ?? 0;
}

it.each([
  ['nobody had begun', null],
  ['one was killed over it', 'dead'],
])('four programs are never at it together, where %s', async (_where, left) => {
  writeFileSync(join(folder, 'number'), '0');
  if (left !== null) writeFileSync(lock, `${await deadProcess()} of old`);
  await programs(4, 5);
  expect(readFileSync(join(folder, 'number'), 'utf8')).toBe('20');
  expect(readdirSync(folder)).toEqual(['number']);
});

it('waits for one that runs, and says so once', async () => {
  const said: string[] = [];
  let ends = (): void => undefined;
  const first = alone(lock, () => new Promise<void>((resolve) => (ends = resolve)));
  const second = alone(
    lock,
    async () => void said.push('second'),
    () => {
      said.push('waits');
      setTimeout(ends, 250);
    },
  );
  await Promise.all([first.then(() => said.push('first')), second]);
  expect(said).toEqual(['waits', 'first', 'second']);
});

it('takes over what was left so long ago that its number may be another’s, and no sooner', async () => {
  writeFileSync(lock, `${process.pid} of old`);
  const old = new Date(Date.now() - 6 * 60_000);
  let isDone = false;
  let hasWaited = false;
  const work = alone(
    lock,
    async () => void (isDone = true),
    () => {
      hasWaited = !isDone;
      utimesSync(lock, old, old);
    },
  );
  await work;
  expect([hasWaited, isDone, existsSync(lock)]).toEqual([true, true, false]);
});

it('is given up where the work fails, and another may begin', async () => {
  await expect(alone(lock, () => Promise.reject(new Error('no compiler')))).rejects.toThrow('no compiler');
  let isDone = false;
  await alone(lock, async () => void (isDone = true));
  expect(isDone).toBe(true);
});

it('fails where no lock can be made', async () => {
  await expect(alone(join(folder, 'none', 'lock'), async () => undefined)).rejects.toThrow('ENOENT');
});
