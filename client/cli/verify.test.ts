// Command `verify`: files, stdin, digests from receipts, evidence, and files that are not documents.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Play, answering, bench, makeHome } from './testing/world.ts';
import { recordedText } from '../../server/testing/recordings.ts';

async function fileWith(text: string): Promise<string> {
  const file = join(await makeHome(), 'brief.json');
  await writeFile(file, text);
  return file;
}

describe('research verify', () => {
  it('recomputes a file offline and without a key, and shows a single changed digit', async () => {
    const document = recordedText('NWTB-overview');
    const { research, asked } = await bench({ env: { SERVICE_API_KEY: '' } });
    const good = await research('verify', await fileWith(document));
    expect([good.code, good.err]).toEqual([0, '']);
    expect(good.out).toMatch(/^Verified: 2 passed, 0 failed/);
    expect(good.out).toContain('preview · ✓ data current · ✓ coverage complete');
    const changed = document.replace('"price":57.42', '"price":57.43');
    expect(changed).not.toBe(document);
    const bad = await research('verify', await fileWith(changed));
    expect([bad.code, bad.out.includes('observation-hash of NWTB')]).toEqual([8, true]);
    expect(asked).toEqual([]);
    const piped = await bench({ stdin: document });
    expect((await piped.research('verify', '-', '--json')).out).toMatch(/^\{"ok":true,/);
  });

  it('takes the digest from the command line, or free from the receipt', async () => {
    const document = recordedText('NWTB-overview');
    const answer = await answering('NWTB-overview');
    const digest =
      (
        answer({ method: '', path: '', authorization: null, requestId: null, body: '' }) as {
          headers: Record<string, string>;
        }
      ).headers['Document-Digest'] ?? '';
    const { research, asked } = await bench({ play: () => ({ body: { document_digest: digest } }) });
    const file = await fileWith(document);
    expect((await research('verify', file, '--digest', digest)).out).toContain('document-digest');
    expect((await research('verify', file, '--digest', `sha256:${'0'.repeat(64)}`)).code).toBe(8);
    expect(asked).toEqual([]);
    expect((await research('verify', file, '--receipt', 'mine:1')).out).toContain('the bytes give the digest');
    expect(asked.map(({ path }) => path)).toEqual(['/v1/receipts/mine%3A1']);
    expect((await research('verify', await fileWith(`${document}\n`), '--receipt', 'mine:1')).code).toBe(8);
  });

  it('reads each piece of evidence once, at the cutoff of the document', async () => {
    const document = recordedText('NWTB-overview');
    const evidence = recordedText('evidence-verified');
    const play: Play = () => ({ headers: { 'Usage-Charge': '1', 'Usage-Remaining': '9' }, body: evidence });
    const { research, asked } = await bench({ play });
    const ran = await research('verify', await fileWith(document), '--evidence', '--json');
    const ids = new Set(
      (JSON.parse(document) as { citations: { evidence_id: string }[] }).citations.map(({ evidence_id: id }) => id),
    );
    expect(asked.map(({ path }) => path.split('?')[0])).toEqual([...ids].map((id) => `/v1/evidence/${id}`));
    expect(asked.every(({ path }) => path.endsWith('?as_of=2026-10-01T13%3A00%3A00.000Z'))).toBe(true);
    expect(ran.err).toBe(`${ids.size} requests charged, 9 left.\n`);
  });

  it('says what was charged where a piece of evidence is lost, and how that piece is read again', async () => {
    const evidence = recordedText('evidence-verified');
    const play: Play = () => (asked.length > 2 ? 'drop' : { headers: { 'Usage-Charge': '1' }, body: evidence });
    const { research, asked } = await bench({ play });
    const ran = await research('verify', await fileWith(recordedText('NWTB-overview')), '--evidence');
    const said = ran.err.replace(/\s+/g, ' ');
    expect([ran.code, said]).toEqual([7, expect.stringContaining('2 requests charged before that.')]);
    const { pathname, searchParams } = new URL(asked[2]?.path ?? '', 'http://x');
    const again = `research evidence ${pathname.split('/').at(-1)} --as-of ${searchParams.get('as_of')}`;
    expect(said).toContain(
      `${again} --request-id ${asked[2]?.requestId} --base-url 'http://research.test' asks for it`,
    );
    expect(said).not.toContain('The same command');
  });

  it('makes no command of what stands in a file and no id or cutoff looks like', async () => {
    const { research } = await bench({ play: () => 'drop' });
    const files = [
      { citations: [{ evidence_id: 'x;touch y' }] },
      { citations: [{ evidence_id: '--key' }] },
      { as_of: '$(touch y)', citations: [{ evidence_id: 'evd_1' }] },
    ];
    for (const file of files) {
      const { err } = await research('verify', await fileWith(JSON.stringify(file)), '--evidence');
      expect(err.replace(/\s+/g, ' ')).toContain('research evidence, with the id and the cutoff of this citation, and');
      expect(err).not.toMatch(/touch|--key/);
    }
  });

  it('says of a price whose hash may be of more digits that it is not verified', async () => {
    const document = recordedText('NWTB-overview').replace('"price":57.42', '"price":91.12345678901234');
    const { research } = await bench();
    const { code, out } = await research('verify', await fileWith(document));
    expect([code, out]).toEqual([0, expect.stringMatching(/^Verified but for a price: 1 passed, 0 failed/)]);
    expect(out.replace(/\s+/g, ' ')).toContain('or it is not the price of this hash');
  });

  it('requests no evidence for a file that is not a document, and stops at once while it waits for one', async () => {
    const { research, asked } = await bench();
    const ran = await research('verify', await fileWith('{"citations":[null]}'), '--evidence');
    expect([ran.code, ran.err.replace(/\s+/g, ' '), asked]).toEqual([
      2,
      expect.stringContaining('not a document of the service'),
      [],
    ]);
    const stop = new AbortController();
    const silent: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({ next: () => (stop.abort(), new Promise(() => undefined)) }),
    };
    const stopped = await bench({ stdin: silent, signal: stop.signal });
    expect((await stopped.research('verify', '-')).code).toBe(130);
  });

  it('reports a file that is not a document', async () => {
    const { research } = await bench();
    const cases: readonly (readonly [string, RegExp])[] = [
      ['', /not a JSON document/],
      ['{"a":', /not a JSON document/],
      ['5', /not a JSON document/],
      ['{"citations":5}', /not a document of the service/],
      ['{"citations":[null],"x_citation_id":"y"}', /not a document of the service/],
    ];
    for (const [text, what] of cases) {
      const ran = await research('verify', await fileWith(text));
      expect([text, ran.code, ran.out]).toEqual([text, 2, '']);
      expect(ran.err.replace(/\s+/g, ' ')).toMatch(what);
    }
    expect((await research('verify', await fileWith('{}'))).out).toMatch(/^Nothing could be verified/);
    const missing = await research('verify', '/nowhere/NWTB');
    expect([missing.code, missing.err.replace(/\s+/g, ' ')]).toEqual([
      2,
      expect.stringMatching(/ENOENT.*--brief TICKER/),
    ]);
    // Labels of an unexpected shape are not printed.
    expect((await research('verify', await fileWith('{"data_status":{"mode":5}}'))).code).toBe(0);
  });
});
