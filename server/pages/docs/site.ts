/** The documentation as it was built: a list of files, each at its address; nothing that is not in the list is served. */
import { readFile } from 'node:fs/promises';
import type { ContentCoding } from '../../http/coding.ts';
import { encodeOnce } from '../../http/coding.ts';
import { markupAt, pathPrefixOf } from '../../contract/path-prefix.ts';
import { digestOf } from '../../http/respond.ts';

export type SiteEntry = {
  /** The address. */
  path: string;
  /** The name in the folder of the build. */
  file: string;
  type: string;
  /** It names the address of the service, which only the service knows. */
  isAddressed: boolean;
  /** Compressed beside it, as `.br` and `.gz`. */
  isCompressed: boolean;
  /** The address changes with the content. */
  isForEver: boolean;
  /** The reference, which carries its scripts inside and its policy in itself. */
  isReference: boolean;
};

export type Manifest = {
  /** What stands for the address of the service in the files. */
  address: string;
  files: readonly SiteEntry[];
};

export type SiteFile = {
  entry: SiteEntry;
  bytes: Buffer;
  /** In base64. */
  sha256: string;
  coded(coding: Exclude<ContentCoding, 'identity'>): Promise<Uint8Array>;
};

export type Site = {
  has(path: string): boolean;
  find(path: string): Promise<SiteFile | null>;
};

const fileName = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;

/** Null where nothing is built. Files are read when they are first asked for, and kept: there are a few megabytes of them. */
export async function openSite(folder: URL, baseUrl: string): Promise<Site | null> {
  const text = await readFile(new URL('manifest.json', folder), 'utf8').catch(() => null);
  if (text === null) return null;
  const { address, files } = JSON.parse(text) as Manifest;
  const entries = new Map(files.map((entry) => [entry.path, entry]));
  for (const { file } of files) {
    if (!fileName.test(file)) throw new Error(`the documentation names a file that cannot be one of its own: ${file}`);
  }
  const kept = new Map<string, Promise<SiteFile>>();
  return {
    has: (path) => entries.has(path),
    async find(path) {
      const entry = entries.get(path);
      if (entry === undefined) return null;
      const found = kept.get(path) ?? readSiteFile(folder, entry, { address, baseUrl });
      kept.set(path, found);
      // What could not be read may be there the next time.
      found.catch(() => kept.delete(path));
      return found;
    },
  };
}

type Addresses = { address: string; baseUrl: string };

async function readSiteFile(folder: URL, entry: SiteEntry, addresses: Addresses): Promise<SiteFile> {
  const raw = await readFile(new URL(entry.file, folder));
  const prefix = pathPrefixOf(addresses.baseUrl);
  const isMoved = prefix !== '' && entry.type.startsWith('text/html');
  const text = entry.isAddressed || isMoved ? readdressed(raw.toString(), entry.type, addresses) : null;
  const bytes = text === null ? raw : Buffer.from(isMoved ? markupAt(prefix, text) : text);
  const endings = { br: '.br', gzip: '.gz' } as const;
  const sha256 = digestOf(bytes);
  return {
    entry,
    bytes,
    sha256,
    coded: (coding) =>
      entry.isCompressed && text === null
        ? readFile(new URL(`${entry.file}${endings[coding]}`, folder))
        : encodeOnce(sha256, bytes, coding),
  };
}

/** Puts the real address in the place of the one that the files were written with. */
function readdressed(text: string, type: string, { address, baseUrl }: Addresses): string {
  const isMarkup = /html|xml/.test(type);
  const real = isMarkup ? baseUrl.replaceAll('&', '&amp;').replaceAll('"', '&quot;') : baseUrl;
  // An address that only begins alike is another one.
  const pattern = new RegExp(`${address.replaceAll('.', '\\.')}(?![\\w-]|\\.\\w)`, 'g');
  return text.replaceAll(pattern, () => real);
}
