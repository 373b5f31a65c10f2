/** The built documentation: a list of files by address; only listed files are served. */
import { readFile } from 'node:fs/promises';
import type { ContentCoding } from '../../http/coding.ts';
import { encodeOnce } from '../../http/coding.ts';
import { markupAt, pathPrefixOf } from '../../contract/path-prefix.ts';
import { digestOf } from '../../http/respond.ts';

export type SiteEntry = {
  /** Address of the file. */
  path: string;
  /** Its name in the build folder. */
  file: string;
  type: string;
  /** True if it contains the address of the service, which is unknown at build time. */
  isAddressed: boolean;
  /** True if `.br` and `.gz` files exist next to it. */
  isCompressed: boolean;
  /** True if the address changes with the content. */
  isForEver: boolean;
  /** True for the reference, which has its scripts and policy inside. */
  isReference: boolean;
};

export type Manifest = {
  /** Placeholder of the service's address in the files. */
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

/** Null without a build. Files are read at their first request and cached: a few megabytes in total. */
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
      // A failed read may succeed next time.
      found.catch(() => kept.delete(path));
      return found;
    },
  };
}

/** Addresses that the documentation has. */
const documented = /^\/(docs(\/.*|\.md)?|llms(-full)?\.txt|openapi\.yaml|sitemap\.xml|robots\.txt)$|^(frame|page):/;

/** The documentation during its build: its pages wait for it, and no other request does. */
export function siteOnceBuilt(opening: Promise<Site | null>): Site {
  let opened: Site | null = null;
  opening.then(
    (site) => (opened = site),
    // The start reports it.
    () => undefined,
  );
  return {
    has: (path) => opened?.has(path) ?? false,
    async find(path) {
      if (opened === null && !documented.test(path)) return null;
      return (await opening)?.find(path) ?? null;
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

/** Replaces the placeholder by the real address. */
function readdressed(text: string, type: string, { address, baseUrl }: Addresses): string {
  const isMarkup = /html|xml/.test(type);
  const real = isMarkup ? baseUrl.replaceAll('&', '&amp;').replaceAll('"', '&quot;') : baseUrl;
  // A longer address with the same start is a different one.
  const pattern = new RegExp(`${address.replaceAll('.', '\\.')}(?![\\w-]|\\.\\w)`, 'g');
  return text.replaceAll(pattern, () => real);
}
