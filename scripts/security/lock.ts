// Entry of a package in package-lock.json.

export type LockEntry = {
  name?: string;
  version: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};

export type Lock = { name: string; version: string; packages: Record<string, LockEntry> };

/** The name of a package is the last part of its path, unless it was installed under an alias. */
export function nameOf(path: string, { name }: LockEntry): string {
  return name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
