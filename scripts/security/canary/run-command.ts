// Operator command line as a process, and its output on failure.
import { spawn } from 'node:child_process';
import type { Build } from '../../stage/frozen-build.ts';

/** Its output on both streams. */
export function printedBy({ admin }: Build, args: readonly string[], env: Record<string, string>): Promise<string> {
  const program = `const { main } = await import(${JSON.stringify(admin)}); process.exitCode = await main(process.argv.slice(1));`;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, '--', ...args], {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.once('error', reject);
    child.once('close', () => resolve(printed));
  });
}
