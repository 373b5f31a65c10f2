/**
 * Makes of the server's modules and of the packages that it loads a few files: reading 1,360 modules one by one took most
 * of a start. What is loaded later - workers, a chat's door - is a file of its own.
 */
import { readFileSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Packages that bring more than JavaScript, or tables that no request has needed yet, or that few servers load. */
const apart = [
  '@e965/xlsx',
  '@electric-sql/pglite',
  '@node-rs/argon2',
  'iconv-lite',
  'nodemailer',
  'openid-client',
  'stripe',
];

/** What knex and pg would load for databases that this service does not use. */
const notInstalled = [
  'better-sqlite3',
  'mariadb',
  'mysql',
  'mysql2',
  'oracledb',
  'pg-native',
  'pg-query-stream',
  'sqlite3',
  'tedious',
];

/** Packages in CommonJS ask for Node's own modules by `require`, which a module has to make first. */
const withRequire = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`;

/**
 * A module finds the files beside it by its own address. After the build that is the address it would have had if each
 * module were compiled by itself: the files are copied there.
 * @param {string} root @param {string} outdir from the root
 * @returns {import('esbuild').Plugin}
 */
function ownAddresses(root, outdir) {
  return {
    name: 'own addresses',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        const from = relative(root, path);
        if (from.startsWith(`node_modules${sep}`) || !text.includes('import.meta.url')) return null;
        const file = relative(outdir, from).replaceAll(sep, '/').replace(/\.ts$/, '.js');
        const address = `new URL(${JSON.stringify(file)}, import.meta.url).href`;
        return { contents: text.replaceAll('import.meta.url', address), loader: 'ts' };
      });
    },
  };
}

/** @param {URL} rootUrl the folder that holds the sources; the files go to its .build */
export async function bundle(rootUrl) {
  const root = fileURLToPath(rootUrl);
  /** @param {string} folder @param {import('esbuild').BuildOptions} more */
  const into = (folder, more) =>
    build({
      absWorkingDir: root,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      outdir: `.build/${folder}`,
      sourcemap: 'linked',
      sourcesContent: false,
      // What is read is what a start waits for; lines stay short enough for a trace to point at something.
      minifyWhitespace: true,
      lineLimit: 160,
      logLevel: 'warning',
      plugins: [ownAddresses(root, folder)],
      ...more,
    });
  await Promise.all([
    into('server', {
      entryPoints: ['server/main.ts', 'server/admin.ts'],
      splitting: true,
      external: [...apart, ...notInstalled],
      banner: { js: withRequire },
    }),
    into('server/store/embedded', { entryPoints: ['server/store/embedded/pglite-worker.ts'], packages: 'external' }),
    into('server/ingest/tables/formats', {
      entryPoints: ['server/ingest/tables/formats/workbook-worker.ts'],
      packages: 'external',
    }),
    into('scripts', { entryPoints: ['scripts/docs.ts'], packages: 'external' }),
  ]);
}
