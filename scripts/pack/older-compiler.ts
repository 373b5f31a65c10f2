// Packed package under the oldest compiler that its README names: all its types are checked, libraries included.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shell } from '../clients/generator.ts';
import { buildPackage } from './build-package.ts';
import { makeConsumers } from './consumers.ts';

const OLDEST = '5.0.4';
const place = fileURLToPath(new URL('../../.build/older-compiler/', import.meta.url));

/** Throws with the compiler's output. Installed separately, because both compilers have the command tsc. */
export async function olderCompiler(): Promise<string> {
  await mkdir(place, { recursive: true });
  const { fault } = await shell(
    `npm install --prefix . --no-save --ignore-scripts --no-audit --no-fund typescript@${OLDEST}`,
    place,
  );
  if (fault !== null) throw new Error(`typescript ${OLDEST} could not be installed:\n${fault}`);
  const folder = await mkdtemp(join(tmpdir(), 'older-compiler-'));
  try {
    const { tarball } = await buildPackage(join(folder, 'pack'));
    const consumers = await makeConsumers(tarball, join(folder, 'consumers'));
    const said = await consumers.typeCheck(join(place, 'node_modules/typescript/bin/tsc'));
    if (said !== '') throw new Error(`typescript ${OLDEST} does not compile the package:\n${said}`);
    return `the package compiles under TypeScript ${OLDEST}, its types checked whole`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
