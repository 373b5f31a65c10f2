// Names in the guides for developers: paths, `npm run` commands and programs that must exist in the tree.
import { posix } from 'node:path';

/** A path has a folder in front or a known ending; globs, places to fill in, addresses and built files are not paths. */
const pathLike = /^(?:\.\.?\/)*[\w.-]+(?:\/[\w.@-]+)+\/?$|^[\w-]+\.(?:ts|js|mjs|yaml|json|css|md)$/;
const notOfTheTree = /NAME|0NN|\*|…|^DATA_DIR\/|^\.build\/|^(?:v1|api|docs|oauth|admin|desk|auth)\//;

export type Guide = { file: string; text: string };
export type Tree = {
  files: ReadonlySet<string>;
  folders: ReadonlySet<string>;
  /** File names without their folders. */
  names: ReadonlySet<string>;
  scripts: ReadonlySet<string>;
};

export function treeOf(files: readonly string[], scripts: readonly string[]): Tree {
  const folders = new Set<string>();
  for (const file of files)
    for (let folder = posix.dirname(file); folder !== '.'; folder = posix.dirname(folder)) folders.add(folder);
  const names = new Set(files.map((file) => posix.basename(file)));
  return { files: new Set(files), folders, names, scripts: new Set(scripts) };
}

/** Paths in the code spans, links and commands of a guide. */
export function pathsOf({ text }: Guide): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link);
  const programs = [...text.matchAll(/(?:npx tsx|node) ([\w./-]+\.[tj]s)/g)].map(([, path = '']) => path);
  const isPlain = (path: string): boolean => pathLike.test(path) && !notOfTheTree.test(path);
  const ownPrograms = programs.filter((path) => !notOfTheTree.test(path));
  return [...new Set([...spans.filter(isPlain), ...links, ...ownPrograms])];
}

/** A path starts at the root, at the folder of the guide or at `server/`; a bare file name may be in any folder. */
export function missingNames(guide: Guide, tree: Tree): string[] {
  const folder = posix.dirname(guide.file);
  const exists = (path: string): boolean => {
    const plain = posix.normalize(path).replace(/\/$/, '');
    return tree.files.has(plain) || tree.folders.has(plain) || (!path.includes('/') && tree.names.has(path));
  };
  const paths = pathsOf(guide).filter((path) =>
    [path, posix.join(folder, path), posix.join('server', path)].every((one) => !exists(one)),
  );
  const commands = [...guide.text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name);
  return [...paths, ...new Set(commands.filter((name) => !tree.scripts.has(name)).map((name) => `npm run ${name}`))];
}
