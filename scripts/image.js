/** Self-contained server: the build, and of the packages only what it loads at run time. It needs node and nothing else. */
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apart } from './bundle.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Parts of .build that the server reads; other programs keep their files there too. */
const parts = ['docs', 'fixtures', 'generated', 'package.json', 'server'];

/** Not the types, maps and texts of a package; its licence stays with the code. @param {string} path */
const isLoaded = (path) =>
  /^(licen[cs]e|notice|copying)/i.test(basename(path)) || !/\.(d\.[cm]?ts|map|md|flow)$/.test(path);

/** @param {string} folder new or empty @param {string} [build] the .build to copy */
export function writeImage(folder, build = join(root, '.build')) {
  for (const part of parts) cpSync(join(build, part), join(folder, '.build', part), { recursive: true });
  for (const from of packagesOf(apart)) {
    const to = join(folder, relative(root, from));
    mkdirSync(dirname(to), { recursive: true });
    const own = (/** @type {string} */ path) => relative(from, path).split('/')[0] !== 'node_modules' && isLoaded(path);
    cpSync(from, to, { recursive: true, filter: own });
  }
}

/** Folders of these packages and of all that they depend on. @param {readonly string[]} names */
function packagesOf(names) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} name @param {string} from */
  const visit = (name, from) => {
    const folder = folderOf(name, from);
    // A package for another system is not installed.
    if (folder === null || found.has(folder)) return;
    found.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) visit(other, folder);
  };
  for (const name of names) visit(name, root);
  return found;
}

/** As Node finds it. @param {string} name @param {string} from @returns {string | null} */
function folderOf(name, from) {
  const places = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  const place = places.find((each) => existsSync(join(each, name, 'package.json')));
  return place === undefined ? null : realpathSync(join(place, name));
}
