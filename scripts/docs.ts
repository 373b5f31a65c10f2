/** `npm run docs`: builds the documentation into .build/docs as static files that load nothing from other origins. */
import { fileURLToPath, pathToFileURL } from 'node:url';
import { contract, servedContract } from '../server/contract/description.ts';
import { siteFiles } from './site/build.ts';
import { exampleAddress } from './site/recording/examples.ts';
import { writeSite } from './site/output.ts';
import { writeReference } from './site/reference.ts';

/** Builds under `root`, the folder that holds node_modules; returns the folder written. */
export async function buildDocs(root: URL): Promise<string> {
  const reference = await writeReference(root, servedContract(contract(), exampleAddress));
  const folder = new URL('.build/docs/', root);
  await writeSite(folder, await siteFiles(root, reference));
  return fileURLToPath(folder);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(`${await buildDocs(new URL('..', import.meta.url))}\n`);
}
