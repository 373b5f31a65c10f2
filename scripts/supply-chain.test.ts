// What the service is made of besides its own code: chosen by name, at exact versions, and nothing of it runs while it is installed.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const root = new URL('../', import.meta.url);
const json = async <Value>(name: string): Promise<Value> =>
  JSON.parse(await readFile(new URL(name, root), 'utf8')) as Value;

type Manifest = { dependencies: Record<string, string>; devDependencies: Record<string, string> };
type Locked = { dev?: boolean; hasInstallScript?: boolean };

const manifest = await json<Manifest>('package.json');
const { packages } = await json<{ packages: Record<string, Locked> }>('package-lock.json');
const installed = Object.entries(packages).filter(([path]) => path.startsWith('node_modules/'));

/** Each was chosen for a reason that its commit gives; another one is chosen by adding it here. */
const chosen = [
  '@electric-sql/pglite',
  '@modelcontextprotocol/express',
  '@modelcontextprotocol/node',
  '@modelcontextprotocol/server',
  '@node-rs/argon2',
  'ajv',
  'ajv-formats',
  'canonicalize',
  'csv-parse',
  'express',
  'express-openapi-validator',
  'knex',
  'lru-cache',
  'openapi-fetch',
  'openid-client',
  'pg',
  'pino',
  'prom-client',
  'stripe',
];

describe('the packages of the service', () => {
  it('are the chosen ones', () => {
    expect(Object.keys(manifest.dependencies)).toEqual(chosen);
  });

  it('are named at exact versions, those of tests and tools too', () => {
    const all = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
    expect(all.length).toBeGreaterThan(30);
  });

  it('run nothing while they are installed for production', () => {
    const production = installed.filter(([, { dev }]) => dev !== true);
    expect(production.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path)).toEqual(
      [],
    );
    expect(production.length).toBeGreaterThan(60);
  });
});
