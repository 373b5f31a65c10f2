/** Generator of generated/ from openapi.yaml: the bundled contract, its types and the route table. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import type { OpenAPI3 } from 'openapi-typescript';
import { literalType } from './contract/generate-literals.ts';
import { withDescriptions, withExamples } from './contract/generate-examples.ts';
import { routeTable } from './contract/generate-routes.ts';
import type { Contract } from './contract/generate-routes.ts';

const root = new URL('..', import.meta.url);
const folder = new URL('generated/', root);
const mark = 'Generated from openapi.yaml by `npm run generate`: change that file, not this one.';

const toCopy =
  'while the newest version in fixtures/releases/ is not out, copy generated/openapi.json to its file afterwards';

export interface GenerateOptions {
  /** Compares without writing. */
  readonly check?: boolean;
  /** A contract other than openapi.yaml, for tests. */
  readonly contract?: URL;
  /** A folder other than generated/, for tests. */
  readonly output?: URL;
}

export interface GenerateReport {
  readonly written: readonly string[];
  /** Files of generated/ that differ from the contract, or that no generator writes. */
  readonly drift: readonly string[];
}

/** Redocly resolves every file reference; it must neither report home nor ask the registry for updates. */
async function bundle(contract: URL): Promise<Contract> {
  const cli = fileURLToPath(new URL('node_modules/@redocly/cli/bin/cli.js', root));
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: '1' };
  const run = promisify(execFile)(process.execPath, [cli, 'bundle', fileURLToPath(contract), '--ext', 'json'], {
    env,
    maxBuffer: 64 * 1024 * 1024,
  });
  const { stdout } = await run.catch((cause: { stderr?: string }) => {
    throw new Error(`openapi.yaml could not be bundled:\n${cause.stderr ?? String(cause)}`);
  });
  return withExamples(JSON.parse(stdout) as Contract, root);
}

async function types(contract: Contract): Promise<string> {
  // Copied, because the generator marks visited nodes.
  const ast = await openapiTS(withDescriptions(structuredClone(contract)) as unknown as OpenAPI3, {
    immutable: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    transform: literalType,
  });
  return `// ${mark}\n${astToString(ast)}`;
}

async function files(contract: Contract): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['api.ts', await types(contract)],
    ['openapi.json', `${JSON.stringify({ 'x-generated': mark, ...contract }, null, 2)}\n`.replace('{\n  "x-', '{ "x-')],
    ['routes.ts', `// ${mark}\n${routeTable(contract)}`],
  ]);
}

export async function generate(options: GenerateOptions = {}): Promise<GenerateReport> {
  const output = options.output ?? folder;
  const wanted = await files(await bundle(options.contract ?? new URL('openapi.yaml', root)));
  await mkdir(output, { recursive: true });
  const present = await readdir(output);
  const drift = present.filter((name) => !wanted.has(name));
  const written: string[] = [];
  for (const [name, text] of wanted) {
    const file = new URL(name, output);
    const old = present.includes(name) ? await readFile(file, 'utf8') : null;
    if (old === text) continue;
    if (options.check) {
      drift.push(name);
    } else {
      await writeFile(file, text);
      written.push(name);
    }
  }
  return { written, drift: drift.toSorted() };
}

async function main(): Promise<number> {
  const report = await generate({ check: process.argv.includes('--check') });
  for (const name of report.written) process.stderr.write(`generated/${name} written\n`);
  if (report.written.includes('openapi.json')) process.stderr.write(`${toCopy}\n`);
  for (const name of report.drift) process.stderr.write(`generated/${name} differs from openapi.yaml\n`);
  if (report.drift.length > 0) {
    process.stderr.write(`run: npm run generate (and delete what nothing generates)\n${toCopy}\n`);
  }
  return report.drift.length > 0 ? 1 : 0;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await main();
}
