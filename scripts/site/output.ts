// Files of the site: address, type and caching of each, precompressed unless the content depends on the server's
// address.
import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Manifest, SiteEntry } from '../../server/pages/docs/site.ts';
import { exampleAddress } from './recording/examples.ts';

export type Out = {
  path: string;
  type: string;
  text: string | Buffer;
  /** The address contains a hash of the content. */
  isForEver?: boolean;
  /** Has a separate content security policy. */
  isReference?: boolean;
};

export const types = {
  html: 'text/html; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  json: 'application/json',
  notebook: 'application/x-ipynb+json',
  yaml: 'application/yaml',
  css: 'text/css; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
} as const;

/** Below this size, compression saves no packet. */
const BYTES_MIN = 1_024;

/** Replaces the whole folder, so that no stale file stays. */
export async function writeSite(folder: URL, outs: readonly Out[]): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const paths = new Set<string>();
  for (const { path } of outs) {
    if (paths.has(path)) throw new Error(`two files are served at ${path}`);
    paths.add(path);
  }
  const files = await Promise.all(outs.map((out) => writeOut(folder, out)));
  const manifest: Manifest = { address: exampleAddress, files };
  await writeFile(new URL('manifest.json', folder), `${JSON.stringify(manifest, null, 1)}\n`);
}

const brotli = promisify(brotliCompress);
const gzipped = promisify<Buffer, { level: number }, Buffer>(gzip);

async function writeOut(
  folder: URL,
  { path, type, text, isForEver = false, isReference = false }: Out,
): Promise<SiteEntry> {
  const bytes = Buffer.from(text);
  const file = path.replace(/^\//, '').replaceAll(/[/:]+/g, '__');
  const isAddressed = bytes.includes(exampleAddress);
  await writeFile(new URL(file, folder), bytes);
  const isCompressed = !isAddressed && bytes.length >= BYTES_MIN;
  if (isCompressed) {
    const quality = { [constants.BROTLI_PARAM_QUALITY]: bytes.length > 500_000 ? 9 : 11 };
    await writeFile(new URL(`${file}.br`, folder), await brotli(bytes, { params: quality }));
    await writeFile(new URL(`${file}.gz`, folder), await gzipped(bytes, { level: 9 }));
  }
  return { path, file, type, isAddressed, isCompressed, isForEver, isReference };
}

/** An address under /docs/assets with a hash of the content. */
export function assetPath(name: string, content: string | Buffer): string {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return `/docs/assets/${name.replace('.', `-${digest}.`)}`;
}
