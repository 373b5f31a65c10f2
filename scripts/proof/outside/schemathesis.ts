// schemathesis over the served contract: every phase and check, a fixed seed and a fixed number of examples.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contract, servedContract } from '../../../server/contract/description.ts';
import { quoted, shell, virtualEnvironment } from '../../stage/python.ts';
import { type Failure, failuresIn } from './failures.ts';

const folder = fileURLToPath(new URL('../../../.build/schemathesis', import.meta.url));
const pins = fileURLToPath(new URL('requirements.txt', import.meta.url));
const versions = ['3.13', '3.12', '3.11', '3.10'];

export type Question = {
  readonly baseUrl: string;
  readonly key: string;
  readonly phases: string;
  /** Examples of each operation in the phases that draw them. */
  readonly examples: number;
  /** One operation alone. */
  readonly operation?: string;
};

export type Report = {
  readonly cases: number;
  readonly operations: number;
  /** Phases that ran. */
  readonly phases: readonly string[];
  readonly errors: readonly unknown[];
  readonly failures: readonly Failure[];
};

type Summary = {
  operations: { tested: number };
  phases: Record<string, { status: string }>;
  test_cases: { generated: number };
  errors: unknown[];
};

export async function reportOf({ baseUrl, key, phases, examples, operation }: Question): Promise<Report> {
  const command = 'npm run proof';
  const python = await virtualEnvironment({ folder: join(folder, 'python'), versions, pins, command });
  const place = join(folder, operation ?? 'all');
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  await writeFile(join(place, 'openapi.json'), JSON.stringify(servedContract(contract(), baseUrl)));
  const words = [
    quoted(join(python, 'bin/schemathesis')),
    `run openapi.json --url ${baseUrl} -H 'Authorization: Bearer ${key}' --phases ${phases} --max-examples ${examples}`,
    '--checks all --mode all --seed 20261126 --continue-on-failure --no-shrink --generation-database none',
    '--warnings off --no-color --report ndjson,json --report-ndjson-path events.ndjson --report-json-path report.json',
    ...(operation === undefined ? [] : [`--include-operation-id ${operation}`]),
  ];
  // Its exit code is 1 if there is any failure, also one that is allowed.
  const { fault } = await shell(words.join(' '), place);
  const read = (name: string): Promise<string> =>
    readFile(join(place, name), 'utf8').catch(() =>
      Promise.reject(new Error(`schemathesis wrote no ${name}:\n${fault}`)),
    );
  const summary = JSON.parse(await read('report.json')) as Summary;
  const ran = Object.entries(summary.phases).filter(([, { status }]) => status !== 'skip' && status !== 'skipped');
  return {
    cases: summary.test_cases.generated,
    operations: summary.operations.tested,
    phases: ran.map(([name]) => name),
    errors: summary.errors,
    failures: failuresIn(await read('events.ndjson')),
  };
}
