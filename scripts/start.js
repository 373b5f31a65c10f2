/** `npm start`: builds if the build is missing or older than the sources, then serves from it in this process. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { alone } from './stage/alone.js';

const root = new URL('..', import.meta.url);
const base = fileURLToPath(root);
const build = new URL('.build/', root);
const stamp = new URL('stamp.json', build);

/** @param {string} folder @returns {string[]} the files under a folder of the tree, from the root, in a fixed order */
function filesUnder(folder) {
  const entries = readdirSync(new URL(`${folder}/`, root), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(base.length))
    .toSorted();
}

/** @param {string[]} files @returns {string} one digest over names and contents: a checkout that only touches files builds nothing */
function digest(files) {
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(base + file))
      .update('\0');
  return hash.digest('hex');
}

/** @param {string} file */
const isTest = (file) => /\/testing\/|\.test(-d)?\.ts$/.test(file);

const code = [
  // Guides are read by the documentation build, not compiled.
  ...filesUnder('server').filter((file) => !file.startsWith('server/docs/')),
  ...filesUnder('generated'),
  // Shared with the command line `research`.
  ...filesUnder('client/words'),
  ...filesUnder('client/command-line'),
  ...filesUnder('scripts/site'),
  'scripts/docs.ts',
].filter((file) => !isTest(file));
/**
 * Files that the build needs in addition to compiled code, at the same relative path: data, and scripts for browsers.
 */
const assets = [...code, ...filesUnder('fixtures/preview')].filter(
  (file) => !/\.(ts|js|md)$/.test(file) || /^server\/(pages|mcp|docs|desk)\/.*\.js$/.test(file),
);

const codeFiles = [...new Set([...code, ...assets, 'scripts/bundle.js', 'tsconfig.json', 'package-lock.json'])];
const documentationFiles = [
  'generated/openapi.json',
  ...['operations', 'description', 'problems'].map((name) => `server/contract/${name}.ts`),
  ...filesUnder('server/docs'),
  ...filesUnder('fixtures/examples'),
  ...filesUnder('server/pages/shell').filter((file) => !isTest(file)),
  ...filesUnder('scripts/site').filter((file) => !isTest(file)),
  'scripts/docs.ts',
  'package-lock.json',
];

/** @returns {{ code: string, documentation: string }} */
const wanted = () => ({ code: digest(codeFiles), documentation: digest(documentationFiles) });

/** @returns {string} the sizes and times of the files; if they are unchanged, so are the contents */
function outside() {
  const hash = createHash('sha256');
  for (const file of [...codeFiles, ...documentationFiles]) {
    const { size, mtimeMs, ctimeMs } = statSync(base + file);
    hash.update(`${file}\0${size} ${mtimeMs} ${ctimeMs}\0`);
  }
  return hash.digest('hex');
}

/** @returns {{ code?: string, documentation?: string, outside?: string }} */
function built() {
  return existsSync(stamp) ? JSON.parse(readFileSync(stamp, 'utf8')) : {};
}

async function compile() {
  for (const folder of ['server', 'generated', 'scripts', 'fixtures', 'client']) {
    rmSync(new URL(folder, build), { recursive: true, force: true });
  }
  const { bundle } = await import('./bundle.js');
  await bundle(root);
  for (const file of assets) {
    const copy = fileURLToPath(new URL(file, build));
    mkdirSync(dirname(copy), { recursive: true });
    cpSync(fileURLToPath(new URL(file, root)), copy);
  }
  // The nearest package.json marks the files as modules; packages are found further up.
  writeFileSync(new URL('package.json', build), '{ "type": "module" }\n');
}

/**
 * Updates .build under a lock: a second process waits.
 * @param {() => void} [onCode] called when the code is built; the documentation may still be
 */
export async function ensureBuild(onCode = () => {}) {
  if (outside() === built().outside) return;
  mkdirSync(build, { recursive: true });
  const lock = fileURLToPath(new URL('lock', build));
  await alone(
    lock,
    () => bringUpToDate(onCode),
    () => process.stderr.write('waiting for another program to build …\n'),
  );
}

/** In a thread, so that the store can be made meanwhile. */
async function buildDocumentation() {
  const workerData = { program: new URL('scripts/docs.js', build).href, root: root.href };
  const worker = new Worker(new URL('stage/docs-thread.js', import.meta.url), { workerData, execArgv: [] });
  // Throws what the thread throws.
  await once(worker, 'exit');
}

/** The stamp is written last, so that an interrupted build is repeated. @param {() => void} onCode */
async function bringUpToDate(onCode) {
  const [seen, have] = [outside(), built()];
  if (seen === have.outside) return;
  const want = wanted();
  if (want.code !== have.code) {
    process.stderr.write('building …\n');
    rmSync(stamp, { force: true });
    await compile();
  }
  onCode();
  if (want.documentation !== have.documentation || !existsSync(new URL('docs/manifest.json', build))) {
    process.stderr.write('building the documentation …\n');
    await buildDocumentation();
  }
  writeFileSync(stamp, JSON.stringify({ ...want, outside: seen }));
}

// A path through a symbolic link is this file too.
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  // While the documentation is built, the server makes its store and serves.
  /** @type {Promise<void> | undefined} */
  let building;
  await new Promise((resolve, reject) => {
    building = ensureBuild(() => resolve(undefined));
    building.then(resolve, reject);
  });
  const { main } = await import(new URL('server/main.js', build).href);
  process.exit(await main(building));
}
