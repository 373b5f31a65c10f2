// `npm run clients [-- PART …]`: clients in five languages, generated from the contract, against a running server;
// then the Python package. A part is a generator's folder, `python`, `typescript`, `models` or `calls=10000`.
import { contract, servedContract } from '../server/contract/description.ts';
import { type Generator, generators, install, shell, tried } from './clients/generator.ts';
import { pythonCharges } from './clients/charges.ts';
import { olderCompiler } from './pack/older-compiler.ts';
import { pythonPackage } from './clients/python.ts';
import { writeModels } from './clients/python-models.ts';
import { type Stage, startStage } from './clients/stage.ts';
import { expectedOf } from './clients/steps.ts';
import { type Row, faultsOf, tableOf } from './clients/table.ts';
import { given, seedOf } from './proof/drill/given.ts';
import { eachOf } from './proof/faults/stage/world.ts';

/** A sample; the full run is 10,000. */
const CALLS = 600;

/** Two cores: one client compiles while the other waits. */
const AT_ONCE = 2;

async function missing(chosen: readonly Generator[]): Promise<readonly string[]> {
  const programs = [...new Set(chosen.flatMap(({ needs }) => needs))];
  const found = await Promise.all(programs.map((program) => shell(`command -v ${program}`, '.')));
  return programs.filter((_program, index) => found[index]?.fault !== null);
}

const orderOf = ({ generator }: Row): number => generators.findIndex(({ name }) => name === generator.name);

async function generated(chosen: readonly Generator[], stage: Stage): Promise<boolean> {
  const { address, key } = stage;
  const expected = await expectedOf(stage);
  const question = { address, key, contract: servedContract(contract(), address), expected };
  const rows: Row[] = [];
  await eachOf(chosen, AT_ONCE, async (generator) => {
    const start = performance.now();
    await install(generator);
    rows.push({ generator, cells: await tried(generator, question) });
    process.stderr.write(`${generator.name}: ${Math.round((performance.now() - start) / 1_000)} s\n`);
  });
  rows.sort((a, b) => orderOf(a) - orderOf(b));
  const faults = faultsOf(rows);
  process.stdout.write(`\n${tableOf(rows)}\n`);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  return faults.length === 0;
}

async function clients(
  chosen: readonly Generator[],
  { hasPackage, hasTypes }: { hasPackage: boolean; hasTypes: boolean },
): Promise<boolean> {
  const absent = await missing(chosen);
  if (absent.length > 0) {
    process.stderr.write(
      `npm run clients needs Python, Java with Maven, and Go: ${absent.join(', ')} is not installed.\n`,
    );
    return false;
  }
  const stage = await startStage();
  try {
    const isGreen = chosen.length === 0 || (await generated(chosen, stage));
    if (hasTypes) process.stdout.write(`ok  ${await olderCompiler()}\n`);
    if (hasPackage) {
      for (const line of await pythonPackage(stage)) process.stdout.write(`ok  ${line}\n`);
      process.stdout.write(`ok  ${await pythonCharges(given('calls') ?? CALLS, seedOf())}\n`);
    }
    return isGreen;
  } catch (thrown) {
    process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
    return false;
  } finally {
    await stage.close();
  }
}

const names = process.argv.slice(2).filter((word) => !/^(calls|seed)=/.test(word));
const parts = [...generators.map(({ folder }) => folder), 'python', 'typescript', 'models'];
const unknown = names.filter((name) => !parts.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`No part is ${unknown.join(', ')}. There are: ${parts.join(', ')}.\n`);
  process.exitCode = 2;
} else if (names.includes('models')) await writeModels();
else {
  const isAll = names.length === 0;
  const chosen = generators.filter(({ folder }) => isAll || names.includes(folder));
  const wanted = { hasPackage: isAll || names.includes('python'), hasTypes: isAll || names.includes('typescript') };
  process.exitCode = (await clients(chosen, wanted)) ? 0 : 1;
}
