// The guide about generated clients shows the commands that `npm run clients` runs, and the table that it must end with.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { commandsOf, expectedTable } from './documented.ts';
import { type Cells, columns, generators } from './generator.ts';
import { digestLine } from './python-models.ts';
import { faultsOf, tableOf } from './table.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

describe('the guide about generated clients', () => {
  it.each(generators.map((one) => [one.name, one] as const))('shows the commands of %s', async (name, generator) => {
    const guide = await read('server/docs/generate-a-client.md');
    const [, section = ''] = guide.split(`## ${name}\n`);
    expect(/```sh\n(.*?)```/s.exec(section)?.[1]).toBe(commandsOf(generator));
  });

  it('ends with the table that npm run clients ends with', async () => {
    expect(await read('server/docs/generate-a-client.md')).toContain(expectedTable(generators));
  });

  it('names the settings that a program needs, which the programs have', async () => {
    const guide = await read('server/docs/generate-a-client.md');
    const program = await read('scripts/clients/programs/openapi-generator-python/use.py');
    const [setting = ''] = /configuration\.datetime_format = "[^"]*"/.exec(guide) ?? [];
    expect(program).toContain(setting);
    expect(setting).not.toBe('');
  });
});

describe('the table', () => {
  const [plain] = generators;
  const cells = (faults: Partial<Cells> = {}): Cells => ({
    ...(Object.fromEntries(columns.map((column) => [column, null])) as Cells),
    ...faults,
  });

  it('has a fault for each cell that does not pass', () => {
    if (plain === undefined) throw new Error('there is no generator');
    const rows = [{ generator: plain, cells: cells({ cursor: 'other ids' }) }];
    expect(faultsOf(rows)).toEqual([`${plain.name}, cursor: other ids`]);
    expect(tableOf(rows)).toContain('FAIL');
  });
});

describe('the models of the Python package', () => {
  it('are made from the schemas of this contract', async () => {
    const models = await read('client/python/src/research_intelligence/models.py');
    expect(models.split('\n')[1], 'npm run clients -- models').toBe(digestLine());
  });
});
