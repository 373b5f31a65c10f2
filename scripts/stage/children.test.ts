import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { end, hasEnded, said, withUs } from './children.ts';
import { isRunning } from './proc.ts';

const started = (code: string): ChildProcess =>
  withUs(spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }));
const waits = 'process.on("message", (asked) => process.send(`${asked}!`)); process.send("ready");';

describe('a process that has ended', () => {
  it('is waited for by nobody, and says nothing more', async () => {
    const child = started('process.exit(3)');
    await once(child, 'exit');
    expect([hasEnded(child), await end(child, 'SIGTERM')]).toEqual([true, false]);
    await expect(said(child, 'anything')).rejects.toThrow('said nothing');
    await expect(said(child)).rejects.toThrow('said nothing');
  });

  it('while somebody waits for its word says that it has none', async () => {
    const child = started('process.once("message", () => process.exit(3)); process.send("ready");');
    await said(child);
    await expect(said(child, 'anything')).rejects.toThrow('said nothing');
  });

  it('right after its last word was heard', async () => {
    const child = started('process.send("done", () => process.exit(0));');
    expect(await said(child)).toBe('done');
  });
});

describe('a process that runs', () => {
  it('answers, and is ended by the signal that it does not take', async () => {
    const child = started(waits);
    await said(child);
    expect([await said(child, 'you'), hasEnded(child)]).toEqual(['you!', false]);
    expect(await end(child, 'SIGKILL')).toBe(true);
  });
});

it('a process that ends takes those with it that it has started', async () => {
  const own = JSON.stringify(new URL('children.ts', import.meta.url).href);
  const forever = `spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])`;
  const code = `import { spawn } from 'node:child_process'; import { withUs } from ${own};
    const child = withUs(${forever}); process.send(child.pid, () => process.exit(0));`;
  const parent = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', code], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(parent, 'exit');
  const pid = await said<number>(parent);
  await ended;
  // The system takes a moment to end it.
  while (isRunning(pid)) await setTimeout(10);
  expect([pid > 0, isRunning(pid)]).toEqual([true, false]);
});
