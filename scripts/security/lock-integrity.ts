// Completion of package-lock.json with missing digests: `npx tsx scripts/security/lock-integrity.ts`.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Lock, nameOf } from './lock.ts';

const root = resolve(import.meta.dirname, '../..');

/** Digests in npm's cache, by the last part of the tarball's address: name and version. */
export function digestsIn(cache: string): Map<string, string> {
  const found = new Map<string, string>();
  const index = join(cache, '_cacache/index-v5');
  for (const entry of readdirSync(index, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    for (const line of readFileSync(join(entry.parentPath, entry.name), 'utf8').split('\n')) {
      const [, text] = line.split('\t');
      if (text === undefined) continue;
      const { key, integrity } = JSON.parse(text) as { key: string; integrity?: string | null };
      const [, name, file] = /\/((?:@[^/]+\/)?[^/]+)\/-\/([^/]+)\.tgz$/.exec(key) ?? [];
      if (name !== undefined && file !== undefined && integrity) found.set(`${name} ${file}`, integrity);
    }
  }
  return found;
}

/** The lock with its missing digests filled in; a digest that contradicts the lock is an error, never a change. */
export function filled(lock: Lock, digests: ReadonlyMap<string, string>): Lock {
  const packages = Object.entries(lock.packages).map(([path, entry]) => {
    if (path === '') return [path, entry] as const;
    const name = nameOf(path, entry);
    const digest = digests.get(`${name} ${name.split('/').at(-1)}-${entry.version}`);
    if (entry.integrity === undefined && digest === undefined) throw new Error(`nothing is known of ${path}`);
    if (digest !== undefined && entry.integrity !== undefined && digest !== entry.integrity) {
      throw new Error(`the registry's ${path} is not the one in package-lock.json`);
    }
    const { version, resolved, integrity = digest, ...rest } = entry;
    return [path, { version, ...(resolved !== undefined && { resolved }), integrity, ...rest }] as const;
  });
  return { ...lock, packages: Object.fromEntries(packages) } as Lock;
}

function fill(): void {
  const place = mkdtempSync(join(tmpdir(), 'lock-'));
  try {
    for (const file of ['package.json', 'package-lock.json', '.npmrc'])
      copyFileSync(join(root, file), join(place, file));
    const cache = join(place, 'cache');
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--cache', cache], {
      cwd: place,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const path = join(root, 'package-lock.json');
    const lock = JSON.parse(readFileSync(path, 'utf8')) as Lock;
    writeFileSync(path, `${JSON.stringify(filled(lock, digestsIn(cache)), null, 2)}\n`);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) fill();
