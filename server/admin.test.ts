// What the operator's command line says before it looks for a store.
import { afterEach, expect, it, vi } from 'vitest';
import { main } from './admin.ts';
import { helpOf } from './admin/command.ts';
import { commands, overview } from './admin/commands.ts';

afterEach(() => void vi.restoreAllMocks());

async function told(...argv: string[]): Promise<{ exit: number; stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      said[stream] += String(text);
      return true;
    });
  }
  const exit = await main(argv);
  vi.restoreAllMocks();
  return { exit, ...said };
}

it('help lists the commands, and help COMMAND is COMMAND --help', async () => {
  const release = commands.find(({ name }) => name === 'release');
  if (release === undefined) throw new Error('no command release');
  expect(await told('help')).toEqual({ exit: 0, stdout: overview(), stderr: '' });
  for (const argv of [
    ['help', 'release'],
    ['release', '--help'],
  ])
    expect(await told(...argv)).toEqual({ exit: 0, stdout: helpOf(release), stderr: '' });
});

it('what is no command exits with 2, and says how to list them', async () => {
  for (const argv of [['publish'], ['help', 'publish']])
    expect(await told(...argv)).toEqual({ exit: 2, stdout: '', stderr: 'publish is no command; --help lists them\n' });
});
