// What package-lock.json says of a package.

export type Locked = {
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

export type Lock = { name: string; version: string; packages: Record<string, Locked> };

/** A package is called by the last part of its path, unless it was installed under another name. */
export function nameOf(path: string, { name }: Locked): string {
  return name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
