// Completion: every command, option and choice in each shell, and the suggestions of a real bash.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { commands } from './commands.ts';
import { completionFor, shells } from '../command-line/completion.ts';
import { programOf } from './program.ts';
import { everywhere, optionNames, optionOf } from './options.ts';
import { bench } from './testing/world.ts';

const run = promisify(execFile);

async function completed(...line: string[]): Promise<string[]> {
  const script = `${completionFor('bash', programOf(commands))}
COMP_WORDS=(research "$@"); COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 )); _research; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['-c', script, 'bash', ...line]);
  return stdout.split('\n').filter((word) => word !== '');
}

describe('completion', () => {
  it('knows every command, option and choice in each shell', async () => {
    const { research } = await bench();
    for (const shell of shells) {
      const { out, code } = await research('completion', shell);
      expect([code, out]).toEqual([0, completionFor(shell, programOf(commands))]);
      for (const { name } of commands) expect(out).toContain(name);
      for (const name of optionNames) expect(out).toContain(name);
      for (const name of optionNames)
        for (const choice of optionOf(name).kind?.choices ?? []) expect(out).toContain(choice);
    }
  });

  it('gives bash what fits at the place of the cursor', async () => {
    expect(await completed('b')).toEqual(['brief', 'beliefs', 'belief']);
    expect(await completed('brief', '--m')).toEqual(['--max-results', '--max-charge']);
    expect(await completed('beliefs', '--direction', 'b')).toEqual(['bullish', 'bearish']);
    expect(await completed('completion', 'z')).toEqual(['zsh']);
    expect(await completed('help', 'log')).toEqual(['login', 'logout']);
    expect(await completed('--json', 'stat')).toEqual(['status']);
    expect(await completed('tickers', '--')).toEqual(everywhere.map((name) => `--${name}`));
    const files = await completed('verify', 'package.js');
    expect(files).toContain('package.json');
  });

  it('is the golden script of each shell', async () => {
    for (const shell of shells)
      await expect(completionFor(shell, programOf(commands))).toMatchFileSnapshot(`golden/completion.${shell}`);
  });
});
