// Dependencies of the service: chosen by name, at exact versions, without install scripts.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { satisfies } from 'semver';
import { describe, expect, it } from 'vitest';
import { broughtAlong } from '../security/brought-along.ts';
import { licenceOf } from '../security/sbom.ts';

const root = new URL('../../', import.meta.url);
const json = async <Value>(name: string): Promise<Value> =>
  JSON.parse(await readFile(new URL(name, root), 'utf8')) as Value;

type Manifest = { dependencies: Record<string, string>; devDependencies: Record<string, string> };
type LockedPackage = {
  version: string;
  dev?: boolean;
  engines?: { node?: string };
  hasInstallScript?: boolean;
  integrity?: string;
  license?: string;
  resolved?: string;
};

const manifest = await json<Manifest>('package.json');
const { packages } = await json<{ packages: Record<string, LockedPackage> }>('package-lock.json');
const installed = Object.entries(packages).filter(([path]) => path.startsWith('node_modules/'));
const production = installed.filter(([, { dev }]) => dev !== true);

/** The commit that adds a package gives the reason; a new one must be added here. */
const chosen = [
  '@e965/xlsx',
  '@electric-sql/pglite',
  '@electric-sql/pglite-prepopulatedfs',
  '@fastify/busboy',
  '@fontsource-variable/source-sans-3',
  '@fontsource-variable/source-serif-4',
  '@modelcontextprotocol/node',
  '@modelcontextprotocol/server',
  '@node-rs/argon2',
  'ajv',
  'ajv-formats',
  'canonicalize',
  'csv-parse',
  'd3-scale',
  'd3-shape',
  'd3-time',
  'd3-time-format',
  'express',
  'express-openapi-validator',
  'knex',
  'lru-cache',
  'nodemailer',
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
    expect(production.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path)).toEqual(
      [],
    );
    expect(production.length).toBeGreaterThan(60);
  });

  it('each have a digest that npm compares, and come from the registry of npm', () => {
    expect(installed.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([]);
    const elsewhere = installed.filter(
      ([, { resolved }]) => resolved?.startsWith('https://registry.npmjs.org/') === false,
    );
    expect(elsewhere).toEqual([]);
    expect(installed.length).toBeGreaterThan(400);
  });

  // npm does not install a package for another platform, and prints no warning about it.
  it.each(['20.19.0', '22.12.0', '24.0.0'])('run on Node %s, so that npm ci warns of no unsupported engine', (node) => {
    const here = installed.filter(([path]) => existsSync(new URL(path, root)));
    const refusing = here.filter(([, { engines }]) => engines?.node !== undefined && !satisfies(node, engines.node));
    expect(refusing.map(([path, { engines }]) => `${path} needs ${engines?.node}`)).toEqual([]);
    expect(here.length).toBeGreaterThan(400);
  });

  it('are licensed for what is done with them', () => {
    const licences = production.map(([path, locked]) => licenceOf(path, locked) ?? `${path}: none`);
    expect([...new Set(licences)].toSorted()).toEqual([
      'Apache-2.0',
      'BSD-3-Clause',
      'BlueOak-1.0.0',
      'ISC',
      'MIT',
      'MIT-0',
      // Of the fonts, which may be served but not sold by themselves.
      'OFL-1.1',
      'PSF-2.0',
    ]);
  });

  it('bring along those of others that are known', () => {
    const names = new Set(production.map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 13)));
    expect([...names].toSorted()).toEqual(broughtAlong.toSorted());
  });
});
