import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { contentTypeOf, readBody, refuseLargeBody } from './body.ts';
import { limits } from '../contract/limits.ts';
import { ProblemError } from '../contract/problems.ts';

const message = (body: Uint8Array | string, headers: Record<string, string> = {}): IncomingMessage =>
  Object.assign(Readable.from([Buffer.from(body)]), { headers }) as unknown as IncomingMessage;

async function codeOf(reading: () => unknown): Promise<string> {
  try {
    await reading();
    return 'read';
  } catch (error) {
    return error instanceof ProblemError ? error.code : String(error);
  }
}

describe('a request body', () => {
  it('is one JSON object in valid UTF-8, or 400', async () => {
    expect(await readBody(message('{"a":"é"}'))).toEqual({ body: { a: 'é' }, fault: null });
    const refused = [
      '',
      'null',
      '5',
      '"x"',
      '[]',
      '{',
      '{"a":1}x',
      "{'a':1}",
      '\ufeff{}',
      Buffer.from([0x7b, 0xff, 0x7d]),
      '{"a":NaN}',
      '['.repeat(8_000),
    ];
    for (const body of refused) {
      const { fault } = await readBody(message(body));
      expect([String(body).slice(0, 20), fault?.location]).toEqual([String(body).slice(0, 20), 'body']);
    }
    expect(refused.length).toBe(12);
  });

  it('names a field that its object has twice, however it is escaped and wherever it stands', async () => {
    const read = [];
    for (const body of [
      '{"a":1,"a":1}',
      '{"a":1,"b":[{"c":1,"\\u0063":2}]}',
      '{"\\u0000":1,"\\u0000":1}',
      '{"a":{"b":1},"b":1}',
    ])
      read.push((await readBody(message(body))).fault?.location ?? 'read');
    expect(read).toEqual(['body.a', 'body.b.c', 'body.\\u{0}', 'read']);
    const { fault } = await readBody(message('{"a":1,"a":2}'));
    expect(fault).toMatchObject({ message: 'Its object has it more than once.', fix: 'Send it once.' });
  });

  it('has a bounded number of levels', async () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    const read = [];
    for (const levels of [limits.json_levels_max, limits.json_levels_max + 1, 8_000]) {
      const { fault } = await readBody(message(nested(levels)));
      read.push([levels, fault?.message ?? 'read']);
    }
    const tooDeep = 'The body has more than 32 levels.';
    expect(read).toEqual([
      [32, 'read'],
      [33, tooDeep],
      [8_000, tooDeep],
    ]);
  });

  it('has a documented type in UTF-8 and no coding, or 415', async () => {
    const type = (value: string | undefined, coding?: string) =>
      codeOf(() =>
        contentTypeOf(
          message('', {
            ...(value === undefined ? {} : { 'content-type': value }),
            ...(coding === undefined ? {} : { 'content-encoding': coding }),
          }),
          ['application/json'],
        ),
      );
    for (const value of [
      'application/json',
      'Application/JSON; charset=UTF-8',
      'application/json; foo=bar',
      'application/json;charset="utf-8"',
    ]) {
      expect([value, await type(value)]).toEqual([value, 'read']);
    }
    const refused = [
      undefined,
      '',
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/vnd.api+json',
      'application/json; charset=utf-7',
      'application/jsonx',
    ];
    for (const value of refused) expect([value, await type(value)]).toEqual([value, 'unsupported-media-type']);
    expect(await type('application/json', 'gzip')).toBe('unsupported-media-type');
    expect(contentTypeOf(message('', { 'content-type': 'a/b; x=1' }), [])).toBeNull();
  });

  it('has at most its limit of bytes, said or sent, or 413', async () => {
    expect(
      await codeOf(() => refuseLargeBody(message('', { 'content-length': String(limits.body_bytes_max + 1) }))),
    ).toBe('payload-too-large');
    expect(await codeOf(() => refuseLargeBody(message('', { 'content-length': String(limits.body_bytes_max) })))).toBe(
      'read',
    );
    expect(await codeOf(() => readBody(message(`{"a":"${'x'.repeat(limits.body_bytes_max)}"}`)))).toBe(
      'payload-too-large',
    );
  });
});
