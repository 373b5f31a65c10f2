/** Bundler of the server's modules and packages: loading 1,360 single modules took most of a start. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

/** Packages that need files other than JavaScript, hold rarely used tables, or are used by few servers. */
export const apart = [
  '@e965/xlsx',
  '@electric-sql/pglite',
  '@electric-sql/pglite-prepopulatedfs',
  '@fontsource-variable/source-sans-3',
  '@fontsource-variable/source-serif-4',
  '@node-rs/argon2',
  'iconv-lite',
  'nodemailer',
  'openid-client',
  'stripe',
];

/** Modules that knex and pg would load for databases that this service does not use. */
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

/** CommonJS packages load Node's modules by `require`, which an ES module must create first. */
const withRequire = `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`;

/**
 * Keeps `import.meta.url` as in separate modules, which find their files by it.
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

/** Questions of packages about their runtime, with the answer for Node: asking makes Node 20 load all of `fetch`. */
const answered = [
  { file: /[/\\]pg[/\\]lib[/\\]stream\.js$/, question: 'if (isCloudflareRuntime())', answer: 'if (false)' },
  {
    file: /json-schema-ref-parser[/\\]dist[/\\]lib[/\\]options\.js$/,
    question: 'typeof Headers !== "undefined" && val instanceof Headers',
    answer: 'false',
  },
];

/** @type {import('esbuild').Plugin} */
const onNode = {
  name: 'on Node',
  setup({ onLoad }) {
    for (const { file, question, answer } of answered)
      onLoad({ filter: file }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        if (!text.includes(question)) throw new Error(`${path} no longer asks ${question}`);
        return { contents: text.replace(question, answer), loader: 'js' };
      });
  },
};

/**
 * The validator loads multer for files in requests, which the contract does not have (`fileUploader: false`).
 * @type {import('esbuild').Plugin}
 */
const withoutUploads = {
  name: 'without uploads',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^multer$/ }, () => ({ path: 'multer', namespace: 'unused' }));
    onLoad({ filter: /^multer$/, namespace: 'unused' }, () => ({
      contents: `module.exports = () => { throw new Error('this server takes no files in requests'); };`,
    }));
  },
};

// A character beyond Latin-1 makes V8 keep the whole file with two bytes a character.
// esbuild leaves them in tagged templates and regular expressions, where an escape means the same.
/** @param {string} code */
const escaped = (code) =>
  code.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** @param {URL} rootUrl the folder that holds the sources; the files go to its .build */
export async function bundle(rootUrl) {
  const root = fileURLToPath(rootUrl);
  /** @param {string} folder @param {import('esbuild').BuildOptions} more */
  const into = async (folder, more) => {
    const { outputFiles } = await build({
      absWorkingDir: root,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      outdir: `.build/${folder}`,
      sourcemap: 'linked',
      sourcesContent: false,
      // Minified whitespace shortens the start, which is mostly reading; lines stay short enough for a stack trace.
      minifyWhitespace: true,
      lineLimit: 160,
      logLevel: 'warning',
      plugins: [ownAddresses(root, folder), onNode, withoutUploads],
      write: false,
      ...more,
    });
    for (const { path, text } of outputFiles) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, path.endsWith('.js') ? escaped(text) : text);
    }
  };
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
  // The process of esbuild would last as long as the server that starts after the build.
  await stop();
}
