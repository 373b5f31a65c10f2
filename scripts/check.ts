// `npm run check`: all checks that need no running service, one line each, in under a minute.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `fix` is printed when the step fails and its program does not know how to go on. */
type Step = { name: string; command: string[]; needs?: string; fix?: string };
type Outcome = { passed: boolean; output: string; seconds: number };

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name: string): string => join(root, 'node_modules', '.bin', name);

const released = 'fixtures/releases/openapi-2026-10-05.json';

/** Slowest first, so that two cores finish together. */
const steps: Step[] = [
  { name: 'types', command: [bin('tsc'), '--noEmit', '-p', '.'] },
  {
    name: 'contract',
    command: [bin('tsx'), 'scripts/contract/contract-lint.ts'],
    needs: 'scripts/contract/contract-lint.ts',
  },
  {
    name: 'redocly',
    command: [bin('redocly'), 'lint', 'generated/openapi.json', '--config', 'scripts/redocly.yaml'],
    needs: 'scripts/redocly.yaml',
  },
  {
    // The objects of a published version are closed: nothing that a program would notice may be added or removed.
    name: 'release',
    command: [bin('redocly'), 'diff', released, 'generated/openapi.json', '--fail-on', 'minor'],
    needs: released,
    fix: `While this version is not out: cp generated/openapi.json ${released}. One that is out needs a new version.`,
  },
  { name: 'drift', command: [bin('tsx'), 'scripts/generate.ts', '--check'] },
  {
    name: 'layers',
    command: [
      bin('vitest'),
      'run',
      '--config',
      'scripts/vitest.config.ts',
      '--project',
      'unit',
      'scripts/house/layers.test.ts',
      'scripts/house/folders.test.ts',
    ],
  },
  { name: 'commits', command: [bin('tsx'), 'scripts/house/commits.ts'] },
  // Plain language: no fault of a rule that a program can count.
  { name: 'words', command: [bin('tsx'), 'scripts/house/words.ts'] },
  { name: 'lint', command: [bin('oxlint'), '--deny-warnings', '.'] },
  { name: 'format', command: [bin('oxfmt'), '--check', '.'] },
];

/** Redocly must neither report home nor ask a registry for updates; colour codes only get in the way of a log. */
const env = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
};

function run({ command: [program = '', ...rest], needs, fix = '' }: Step): Promise<Outcome> {
  const start = performance.now();
  if (needs !== undefined && !existsSync(join(root, needs))) {
    return Promise.resolve({ passed: false, output: `${needs} is missing`, seconds: 0 });
  }
  return new Promise((resolve) => {
    const child = spawn(program, rest, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    const end = (passed: boolean, last = ''): void =>
      resolve({ passed, output: Buffer.concat(chunks).toString() + last, seconds: (performance.now() - start) / 1000 });
    child.on('error', (error) => end(false, `${error.message}\n`));
    child.on('close', (code) => end(code === 0, code === 0 ? '' : `\n${fix}\n`));
  });
}

async function check(chosen: Step[]): Promise<number> {
  const queue = [...chosen];
  let failed = 0;
  const worker = async (): Promise<void> => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      const { passed, output, seconds } = await run(step);
      if (!passed) failed += 1;
      process.stdout.write(`${passed ? 'pass' : 'FAIL'}  ${step.name.padEnd(9)} ${seconds.toFixed(1).padStart(5)} s\n`);
      if (!passed) process.stdout.write(`${output.trimEnd().replace(/^/gm, '      ')}\n`);
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker));
  process.stdout.write(`${chosen.length - failed} of ${chosen.length} checks pass\n`);
  return failed === 0 ? 0 : 1;
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !steps.some((step) => step.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `No such check: ${unknown.join(', ')}. There are: ${steps.map(({ name }) => name).join(', ')}.\n`,
  );
  process.exitCode = 2;
} else {
  process.exitCode = await check(names.length > 0 ? steps.filter(({ name }) => names.includes(name)) : steps);
}
