// Size of the package in a bundle, minified and compressed, with its one dependency and without.
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

export type Size = { what: string; minified: number; gzipped: number };

/**
 * Upper bounds in bytes for the package and for a program with its dependency: a guard against accidental growth, not a
 * promise.
 */
export const GZIPPED_BYTES_MAX = 12 * 1_024;
/** With all checks of an answer, which few programs import. */
export const WHOLE_BYTES_MAX = 16 * 1_024;

const client = 'ResearchClient, ResearchError, isResearchError, isUsable, isComplete';

/** `entry` is the package's ES module. */
export async function packageSizes(entry: string, modules: string): Promise<readonly Size[]> {
  const from = JSON.stringify(entry);
  return Promise.all([
    measured('the whole package', `export * from ${from}`, { external: ['openapi-fetch'] }),
    measured('the client with openapi-fetch', `export { ${client} } from ${from}`, { nodePaths: [modules] }),
    measured('everything with openapi-fetch', `export * from ${from}`, { nodePaths: [modules] }),
  ]);
}

async function measured(
  what: string,
  contents: string,
  found: { external?: string[]; nodePaths?: string[] },
): Promise<Size> {
  const bundled = await build({
    ...found,
    stdin: { contents, resolveDir: '/' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    write: false,
  });
  const bytes = bundled.outputFiles[0]?.contents ?? new Uint8Array();
  return { what, minified: bytes.length, gzipped: gzipSync(bytes, { level: 9 }).length };
}
