/** `npm run build`: brings .build up to date without serving from it, and writes a self-contained server `-- FOLDER`. */
import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { ensureBuild } from './start.js';

const [folder] = process.argv.slice(2);
if (folder !== undefined && existsSync(folder) && readdirSync(folder).length > 0) {
  process.stderr.write(`${folder} is not empty: name a new folder\n`);
  process.exit(1);
}
await ensureBuild();
if (folder !== undefined) {
  const { writeImage } = await import('./image.js');
  writeImage(resolve(folder));
}
