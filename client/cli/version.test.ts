// Version of the program: that of its package and of its contract.
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { contractVersion } from '../settings.ts';
import { packageVersion } from './version.ts';

it('is the version of the package and of the contract', async () => {
  const version = async (path: string): Promise<unknown> => {
    const read = JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8')) as {
      version?: string;
      info?: { version: string };
    };
    return read.info?.version ?? read.version;
  };
  expect(await version('../package.json')).toBe(packageVersion);
  expect(await version('../../generated/openapi.json')).toBe(contractVersion);
});
