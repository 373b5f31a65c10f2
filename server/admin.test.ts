// Messages of the operator's command line before it opens a store.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
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

it.each([
  [['publish'], 'there is no command "publish"\nnpm run admin -- help lists the commands\n'],
  [['help', 'publish'], 'there is no command "publish"\nnpm run admin -- help lists the commands\n'],
  [['relaese'], 'there is no command "relaese"\ndid you mean: npm run admin -- release\n'],
  [['completion', 'tcsh'], 'completion needs one of bash, zsh, fish\n'],
])('%j exits with 2 and says what to do', async (argv, stderr) => {
  expect(await told(...argv)).toEqual({ exit: 2, stdout: '', stderr });
});

it('an unknown option exits with 2 and names the one that was meant', async () => {
  const { exit, stderr } = await told('release', '--effective-ta', '2013-01-01T00:00:00Z');
  expect([exit, stderr.split('\n').slice(0, 2)]).toEqual([
    2,
    ['release has no option "--effective-ta"', 'did you mean: --effective-at'],
  ]);
});

/** The words that bash offers at the end of a line. */
async function completed(...line: string[]): Promise<string[]> {
  const { stdout: script } = await told('completion', 'bash');
  const words = `COMP_WORDS=(admin "$@"); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 )); _admin; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)('bash', ['-c', `${script}\n${words}`, 'bash', ...line]);
  return stdout.split('\n').filter((word) => word !== '');
}

it('a shell completes commands, options and files', async () => {
  expect(await completed('rele')).toEqual(['release']);
  expect(await completed('help', 'withd')).toEqual(['withdraw']);
  expect(await completed('release', '--eff')).toEqual(['--effective-at']);
  expect(await completed('import-prices', 'package.js')).toContain('package.json');
  for (const shell of ['zsh', 'fish']) {
    const { exit, stdout } = await told('completion', shell);
    expect(exit).toBe(0);
    for (const { name } of commands) expect(stdout).toContain(name);
  }
});
