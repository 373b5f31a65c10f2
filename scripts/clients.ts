// `npm run clients [-- FOLDER …]`: clients in five languages are generated from the contract, built, and ask a running server.
import { contract, servedContract } from '../server/contract/description.ts';
import { type Generator, generators, install, shell, tried } from './clients/generator.ts';
import { startStage } from './clients/stage.ts';
import { expectedOf } from './clients/steps.ts';
import { type Row, faultsOf, tableOf } from './clients/table.ts';
import { eachOf } from './faults/world.ts';

/** Two cores; each client compiles with one and waits with the other. */
const AT_ONCE = 2;

async function missing(chosen: readonly Generator[]): Promise<readonly string[]> {
  const programs = [...new Set(chosen.flatMap(({ needs }) => needs))];
  const found = await Promise.all(programs.map((program) => shell(`command -v ${program}`, '.')));
  return programs.filter((_program, index) => found[index]?.fault !== null);
}

async function clients(chosen: readonly Generator[]): Promise<boolean> {
  const absent = await missing(chosen);
  if (absent.length > 0) {
    process.stderr.write(
      `npm run clients needs Python, Java with Maven, and Go: ${absent.join(', ')} is not installed.\n`,
    );
    return false;
  }
  const stage = await startStage();
  try {
    const { address, key } = stage;
    const expected = await expectedOf(stage);
    const question = { address, key, contract: servedContract(contract(), address), expected };
    const rows: Row[] = [];
    await eachOf(chosen, AT_ONCE, async (generator) => {
      const start = performance.now();
      await install(generator);
      rows.push({ generator, cells: await tried(generator, question) });
      const seconds = Math.round((performance.now() - start) / 1_000);
      process.stderr.write(`${generator.name}: ${seconds} s\n`);
    });
    rows.sort(
      (a, b) => chosen.findIndex((one) => one === a.generator) - chosen.findIndex((one) => one === b.generator),
    );
    const faults = faultsOf(rows);
    process.stdout.write(`\n${tableOf(rows)}\n`);
    for (const fault of faults) process.stdout.write(`${fault}\n`);
    return faults.length === 0;
  } finally {
    await stage.close();
  }
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => generators.every(({ folder }) => folder !== name));
if (unknown.length > 0) {
  process.stderr.write(
    `No generator is ${unknown.join(', ')}. There are: ${generators.map((one) => one.folder).join(', ')}.\n`,
  );
  process.exitCode = 2;
} else {
  const chosen = names.length === 0 ? generators : generators.filter(({ folder }) => names.includes(folder));
  process.exitCode = (await clients(chosen)) ? 0 : 1;
}
