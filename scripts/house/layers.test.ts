// Layer rules, checked on the whole tree and on hand-made offences.
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importCount, layerFaults, proofFaults } from './layers.ts';

const root = resolve(import.meta.dirname, '../..');

// Tests are exempt: a store test may load research through ingest/ to have something to read.
function sources(folder: string, isTest = false): { file: string; text: string }[] {
  return readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|js)$/.test(name) && name.endsWith('.test.ts') === isTest)
    .filter((name) => !/(^|\/)(node_modules|consumer)\//.test(name))
    .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(`${root}/${folder}/${name}`, 'utf8') }));
}

describe('the tree', () => {
  it('descends by the layer table in every import line of server/ and client/, and keeps SQL, clock and environment in their rooms', () => {
    const files = [...sources('server'), ...sources('client')];
    const imports = files.reduce((sum, { text }) => sum + importCount(text), 0);
    expect(imports).toBeGreaterThan(files.length / 2);
    expect(files.flatMap(({ file, text }) => layerFaults(file, text))).toEqual([]);
  });
});

describe('tests and proofs', () => {
  it('stand on the same support, and never on one another', () => {
    const tests = [...sources('server', true), ...sources('client', true)];
    const proofs = [...sources('scripts'), ...sources('scripts', true)];
    expect(Math.min(tests.length, proofs.length)).toBeGreaterThan(100);
    expect([...tests, ...proofs].flatMap(({ file, text }) => proofFaults(file, text))).toEqual([]);
  });

  it.each([
    ['server/a.test.ts', `import { stage } from '../scripts/stage/stage.ts';`],
    ['client/a/b.test.ts', `const stage = await import('../../scripts/stage/stage.ts');`],
    ['scripts/proof/a.ts', `import { world } from '../../server/store/b.test.ts';`],
  ])('%s may not say %s', (file, text) => {
    expect(proofFaults(file, text)).toHaveLength(1);
  });
});

describe('an offence is named', () => {
  const offences: [what: RegExp, file: string, text: string][] = [
    [/does not descend/, 'server/store/a.ts', `import { b } from '../routes/b.ts';`],
    [/does not descend/, 'server/reads/a.ts', `import { b } from '../metering/b.ts';`],
    [/does not descend/, 'server/contract/a.ts', `import type { B } from '../store/b.ts';`],
    [/does not descend/, 'server/routes/a.ts', `const b = await import('../ingest/b.ts');`],
    [/does not descend/, 'server/measures/a.ts', `export { b } from '../documents/b.ts';`],
    [/store into the pure numbers/, 'server/measures/a.ts', `import type { B } from '../store/b.ts';`],
    [/documents take types/, 'server/documents/a.ts', `import { b, type C } from '../store/b.ts';`],
    [/leaves server/, 'server/app.ts', `import { b } from '../scripts/b.ts';`],
    [/client into the service/, 'server/app.ts', `import { b } from '../client/b.ts';`],
    [/does not descend/, 'client/a.ts', `import type { B } from '../server/contract/b.ts';`],
    [/layer table does not name/, 'server/attic/a.ts', `import { b } from './b.ts';`],
    [/test support/, 'server/store/a.ts', `import { b } from './testing/store.ts';`],
    [/opens the database/, 'server/reads/a.ts', `import type { Knex } from 'knex';`],
    [/holds SQL/, 'server/reads/a.ts', 'const q = `select a, ${b}\n from c where d`; '],
    [/holds SQL/, 'server/reads/a.ts', 'const q = `select a\n from c where d`; '],
    [/holds SQL/, 'server/reads/a.ts', `await db.raw(text);`],
    [/reads the environment/, 'server/observe/log.ts', `const level = process.env['LOG_LEVEL'];`],
    [/reads the environment/, 'server/app.ts', `const level = process.env['LOG_LEVEL'];`],
    [/reads the clock/, 'server/reads/a.ts', `const now = Date.now();`],
    [/reads the clock/, 'server/main.ts', `const now = Date.now();`],
    [/reads the clock/, 'server/reads/a.ts', `const now = new Date();`],
    [/says nothing/, 'server/reads/utils.ts', `import { b } from './b.ts';`],
  ];
  it.each(offences)('%s in %s', (what, file, text) => {
    expect(layerFaults(file, text)).toEqual([expect.stringMatching(what)]);
  });

  it('and lawful lines are not', () => {
    const lawful: [file: string, text: string][] = [
      ['server/documents/a.ts', `import type { B } from '../store/b.ts'; import { c } from '../measures/c.ts';`],
      ['server/routes/a.ts', `import { b } from '../answers/b.ts'; import type { C } from '../../generated/c.ts';`],
      ['server/main.ts', `import { b } from './app.ts'; const x = process.env['PORT'];`],
      ['server/store/a.ts', 'import knex from "knex"; const q = `select a from b`;'],
      ['server/reads/a.ts', `const d = new Date(text); const s = 'select one from the list';`.replace(' from', ' of')],
      ['client/a.ts', `import type { paths } from '../generated/types.ts'; import { b } from './b.ts';`],
    ];
    expect(lawful).toHaveLength(6);
    expect(lawful.flatMap(([file, text]) => layerFaults(file, text))).toEqual([]);
  });
});
