// Trial of one OpenAPI client generator: install the pinned version, generate from the contract, build, use the client.
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CommandEnd, type Environment, shell as shellOfMachine } from '../stage/python.ts';
import data from './generators.json' with { type: 'json' };
import { type RightAnswers, type Step, steps } from './steps.ts';

export type Generator = {
  readonly name: string;
  /** Its program in programs/, and its folder in .build/clients/. */
  readonly folder: string;
  readonly language: string;
  /** Programs that the machine must have. */
  readonly needs: readonly string[];
  readonly install: readonly string[];
  readonly generate: readonly string[];
  readonly build: readonly string[];
  readonly run: string;
};

export const generators = data as readonly Generator[];

export const columns = ['generate', 'build', ...steps] as const;
export type Column = (typeof columns)[number];

/** Null is a pass; else the fault. */
export type Cells = Readonly<Record<Column, string | null>>;

export type Question = {
  readonly address: string;
  readonly key: string;
  /** The served contract. */
  readonly contract: object;
  readonly expected: RightAnswers;
};

const root = fileURLToPath(new URL('../../', import.meta.url));
const programs = join(root, 'scripts/clients/programs');
const cache = join(root, '.build/clients');

/** Installs the generator unless the same commands already have. */
export async function install({ name, folder, install: commands }: Generator): Promise<void> {
  const place = join(cache, folder);
  const pins = await readFile(join(programs, 'constraints.txt'), 'utf8');
  const stamp = createHash('sha256')
    .update(`${commands.join('\n')}\n${pins}`)
    .digest('hex');
  const stampFile = join(place, 'installed');
  if ((await readFile(stampFile, 'utf8').catch(() => '')) !== stamp) {
    await rm(place, { recursive: true, force: true });
    await mkdir(place, { recursive: true });
    await cp(join(programs, folder), place, { recursive: true });
    for (const command of commands) {
      const fault = (await shell(command, place)).fault;
      if (fault === null) continue;
      throw new Error(
        `${name} could not be installed. npm run clients needs its package registries; this failed: ${command}\n${fault}`,
      );
    }
    await writeFile(stampFile, stamp);
  }
}

export async function tried(generator: Generator, question: Question): Promise<Cells> {
  const place = join(cache, generator.folder);
  await rm(join(place, 'made'), { recursive: true, force: true });
  await cp(join(programs, generator.folder), place, { recursive: true });
  await writeFile(join(place, 'openapi.json'), JSON.stringify(question.contract));
  const none = (fault: string): Record<Step, string> =>
    Object.fromEntries(steps.map((step) => [step, fault])) as Record<Step, string>;
  const generate = await all(generator.generate, place);
  if (generate !== null) return { generate, build: 'not generated', ...none('not generated') };
  const build = await all(generator.build, place);
  if (build !== null) return { generate, build, ...none('not built') };
  const { address, key, expected } = question;
  const env = { RESEARCH_URL: address, RESEARCH_KEY: key, RESEARCH_ENTITY: expected.entity };
  const { output, fault } = await shell(generator.run, place, env);
  return { generate, build, ...judged(output, expected, fault) };
}

function judged(output: string, { values }: RightAnswers, fault: string | null): Record<Step, string | null> {
  const printed = new Map(
    output.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const),
  );
  const cell = (step: Step): string | null => {
    const value = printed.get(step);
    if (value === values[step]) return null;
    return value === undefined ? `nothing was printed (${fault ?? ''})` : `${value} instead of ${values[step]}`;
  };
  return Object.fromEntries(steps.map((step) => [step, cell(step)])) as Record<Step, string | null>;
}

async function all(commands: readonly string[], place: string): Promise<string | null> {
  for (const command of commands) {
    const { fault } = await shell(command, place);
    if (fault !== null) return `${command}\n${fault}`;
  }
  return null;
}

/** The packages that pip takes along are pinned too. */
export const pinned: Environment = { PIP_CONSTRAINT: join(programs, 'constraints.txt') };

export const shell = (command: string, cwd: string, own: Environment = {}): Promise<CommandEnd> =>
  shellOfMachine(command, cwd, { ...pinned, ...own });
