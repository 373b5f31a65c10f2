// `npm run pack`: compiles the client, packs it into .build/, and prints its files and sizes.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPackage, shown } from './pack/build-package.ts';
import { GZIPPED_BYTES_MAX, packageSizes } from './pack/package-size.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const into = join(root, '.build', 'pack');

await mkdir(into, { recursive: true });
const { folder, tarball, files } = await buildPackage(into);
const sizes = await packageSizes(join(folder, 'esm/client/index.js'), join(root, 'node_modules'));
process.stderr.write(`${files.length} files\n`);
for (const { what, minified, gzipped } of sizes)
  process.stderr.write(`${what}: ${minified} bytes minified, ${gzipped} gzipped\n`);
if (sizes.slice(0, 2).some(({ gzipped }) => gzipped > GZIPPED_BYTES_MAX)) {
  process.stderr.write(`more than ${GZIPPED_BYTES_MAX} bytes\n`);
  process.exitCode = 1;
}
process.stdout.write(`${shown(tarball)}\n`);
