/** The built documentation over HTTP: listed files with coding, entity tag and policy, and nothing else. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, baseUrl, startTestServer } from '../../testing/ask.ts';
import { recordSchemas } from '../../ingest/records/record-schemas.ts';
import { type SiteEntry, openSite } from './site.ts';

const html = 'text/html; charset=utf-8';
const usual = { isAddressed: false, isCompressed: false, isForEver: false, isReference: false };
const long = `<!doctype html><title>Guide</title><a href="/docs">Overview</a>${'<p>words</p>'.repeat(200)}`;
const files: readonly (SiteEntry & { text: string })[] = [
  {
    ...usual,
    path: '/docs',
    file: 'docs',
    type: html,
    text: '<a href="https://research.example/docs/x">here</a>',
    isAddressed: true,
  },
  { ...usual, path: '/docs/guide', file: 'docs__guide', type: html, text: long, isCompressed: true },
  { ...usual, path: '/docs/guide.md', file: 'docs__guide.md', type: 'text/markdown; charset=utf-8', text: '# Guide' },
  {
    ...usual,
    path: '/llms.txt',
    file: 'llms.txt',
    type: 'text/plain; charset=utf-8',
    text: 'https://research.example/a https://research.example https://research.example.com https://research.examples',
    isAddressed: true,
  },
  { ...usual, path: '/docs/assets/a-0.js', file: 'a.js', type: 'text/javascript', text: 'export {};', isForEver: true },
  { ...usual, path: '/docs/reference', file: 'reference', type: html, text: '<h1>Reference</h1>', isReference: true },
  { ...usual, path: 'page:404', file: 'page404', type: html, text: '<h1>No such page</h1>' },
];

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'));
  for (const { file, text, isCompressed } of files) {
    await writeFile(join(folder, file), text);
    if (!isCompressed) continue;
    await writeFile(join(folder, `${file}.br`), brotliCompressSync(text));
    await writeFile(join(folder, `${file}.gz`), gzipSync(text));
  }
  const entries = files.map(({ text: _text, ...entry }) => entry);
  await writeFile(
    join(folder, 'manifest.json'),
    JSON.stringify({ address: 'https://research.example', files: entries }),
  );
  const documentation = await openSite(pathToFileURL(`${folder}/`), baseUrl);
  server = await startTestServer({ process: { isReady: async () => true, documentation, recordSchemas } });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the documentation over HTTP', () => {
  it('leads to the path of a service that shares its host, in every coding', async () => {
    const site = await openSite(pathToFileURL(`${folder}/`), 'https://research.test/research');
    const [front, guide] = [await site?.find('/docs'), await site?.find('/docs/guide')];
    expect(front?.bytes.toString()).toBe('<a href="https://research.test/research/docs/x">here</a>');
    const moved = long.replace('"/docs"', '"/research/docs"');
    expect(guide?.bytes.toString()).toBe(moved);
    const coded = (await guide?.coded('gzip')) ?? new Uint8Array();
    expect(gunzipSync(coded).toString()).toBe(moved);
  });

  it('is served under a policy that allows this origin alone, and says where programs go on', async () => {
    const { status, headers } = await server.ask('/docs/guide');
    expect([status, headers['content-type']]).toEqual([200, html]);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'",
    );
    expect(policy).not.toContain('unsafe');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    for (const link of [
      '</openapi.json>; rel="service-desc"',
      '</docs>; rel="service-doc"',
      '</llms.txt>; rel="llms-txt"',
      '</docs/guide.md>; rel="alternate"',
    ])
      expect(String(headers['link'])).toContain(link);
    expect(String((await server.ask('/docs/reference')).headers['content-security-policy'])).toContain(
      "frame-ancestors 'none'",
    );
  });

  it('is found from the front page by programs', async () => {
    const { headers } = await server.ask('/');
    expect([headers.location, String(headers['link'])]).toEqual([
      '/docs',
      expect.stringContaining('</llms.txt>; rel="llms-txt"'),
    ]);
  });

  it('names the address of the service, and no address that only begins like the one in the files', async () => {
    expect((await server.ask('/docs')).text).toBe(`<a href="${baseUrl}/docs/x">here</a>`);
    const others = 'https://research.example.com https://research.examples';
    expect((await server.ask('/llms.txt')).text).toBe(`${baseUrl}/a ${baseUrl} ${others}`);
  });

  it('sends Markdown as Markdown, to any origin', async () => {
    const { headers, text } = await server.ask('/docs/guide.md');
    expect([headers['content-type'], headers['access-control-allow-origin'], text]).toEqual([
      'text/markdown; charset=utf-8',
      '*',
      '# Guide',
    ]);
  });

  it('sends what was compressed beforehand, each coding under its own tag, and 304 to who holds it', async () => {
    const plain = await server.ask('/docs/guide');
    const coded = await fetch(`http://127.0.0.1:${server.port}/docs/guide`, { headers: { 'accept-encoding': 'br' } });
    expect([coded.headers.get('content-encoding'), await coded.text(), plain.text]).toEqual(['br', long, long]);
    expect(Number(coded.headers.get('content-length'))).toBe(brotliCompressSync(long).length);
    expect(coded.headers.get('etag')).not.toBe(plain.headers.etag);
    for (const tag of [String(plain.headers.etag), String(coded.headers.get('etag'))]) {
      const again = await server.ask('/docs/guide', { headers: { 'if-none-match': tag } });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', tag]);
    }
  });

  it('keeps for ever what changes its address with its content, and nothing else', async () => {
    expect((await server.ask('/docs/assets/a-0.js')).headers['cache-control']).toContain('immutable');
    expect((await server.ask('/docs/guide')).headers['cache-control']).toBe('public, max-age=60');
  });

  it('answers HEAD without a body and refuses what would change something', async () => {
    const head = await server.ask('/docs/guide', { method: 'HEAD' });
    expect([head.status, head.text, Number(head.headers['content-length']) > 0]).toEqual([200, '', true]);
    const post = await server.ask('/docs/guide', { method: 'POST' });
    expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('serves nothing that is not in its list, wherever it lies', async () => {
    const paths = [
      '/docs/manifest.json',
      '/docs/../package.json',
      '/docs/..%2fmanifest.json',
      '/docs/guide.br',
      '/docs/page:404',
      '/page:404',
      '/docs//guide',
      '/docs/%2e%2e/manifest.json',
      '/docs/GUIDE',
      '/docs__guide',
    ];
    for (const path of paths) expect([path, (await server.ask(path)).status]).toEqual([path, 404]);
    expect(paths.length).toBe(10);
    const { status, headers } = await server.ask('/docs/guide/?a=/');
    expect([status, headers.location]).toEqual([308, '/docs/guide?a=/']);
  });

  it('leads a person on who follows an old link, and tells a program as everywhere', async () => {
    const person = await server.ask('/docs/gone', { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    expect([person.status, person.text]).toEqual([404, '<h1>No such page</h1>']);
    expect(person.headers['cache-control']).toBe('no-store');
    const program = await server.ask('/docs/gone');
    expect([program.status, program.headers['content-type']]).toEqual([404, 'application/problem+json']);
  });
});

describe('a list of files', () => {
  it('that names something outside its folder is refused at the start', async () => {
    for (const file of ['../secret', '/etc/passwd', 'a/b', '']) {
      const other = await mkdtemp(join(tmpdir(), 'site-'));
      const entry = { ...usual, path: '/docs', file, type: html };
      await writeFile(
        join(other, 'manifest.json'),
        JSON.stringify({ address: 'https://research.example', files: [entry] }),
      );
      await expect(openSite(pathToFileURL(`${other}/`), baseUrl)).rejects.toThrow('cannot be one of its own');
      await rm(other, { recursive: true });
    }
  });

  it('that is not there means that nothing was built, and each problem still has its page', async () => {
    expect(await openSite(pathToFileURL(`${folder}/nowhere/`), baseUrl)).toBeNull();
    const bare = await startTestServer({ process: { isReady: async () => true, documentation: null, recordSchemas } });
    expect((await bare.ask('/docs')).status).toBe(404);
    expect((await bare.ask('/docs/errors/not-covered')).text).toContain('not-covered');
    await bare.close();
  });
});
