// Return addresses after a sign-in: no text makes a browser leave this service.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { return_to_length_max, safeReturnTo } from './return-to.ts';

const bases = ['https://research.test', 'http://127.0.0.1:8080'];

const hostile = [
  '',
  ' ',
  'account',
  './account',
  '?x=1',
  '#x',
  '//evil.test',
  '///evil.test',
  '////evil.test/x',
  '/\\evil.test',
  '\\\\evil.test',
  '\\/evil.test',
  '/\t/evil.test',
  '/\n/evil.test',
  '/\r\n/evil.test',
  '\t//evil.test',
  ' //evil.test',
  '\u0000//evil.test',
  'https:evil.test',
  'https:/evil.test',
  'https://evil.test',
  'https:\\\\evil.test',
  'http://research.test',
  'https://research.test',
  'https://research.test.evil.test/',
  'https://research.test@evil.test/',
  'https://research.test:8443/account',
  'http://127.0.0.1:9090/account',
  '//research.test:8443/account',
  '//user@research.test/account',
  '%2f%2fevil.test',
  '%2Faccount',
  '/.//evil.test',
  '/..//evil.test',
  '/account/..//evil.test',
  '/%2e//evil.test',
  '/%2e%2e//evil.test',
  '/account/%2e%2e//evil.test',
  '/./\\evil.test',
  'javascript:alert(1)',
  'JaVaScRiPt://research.test/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://research.test/1',
  '/account\r\nSet-Cookie: session=x',
  '/account\nLocation: https://evil.test',
  '/account\u0000',
  '/account\u2028',
  '/acc ount',
  '/\u202eevil',
  '/\u200b/evil.test',
  '/\ufeff/evil.test',
  '/\\\t/evil.test',
  `/${'a'.repeat(return_to_length_max)}`,
];

describe('a way back', () => {
  it('carries no key, link or token that somebody put into an address, and a user code to its own page alone', () => {
    const code = 'RI-BCDF-GHJK-LMNP';
    const [base = ''] = bases;
    for (const secret of [`ri_live_${'a'.repeat(49)}`, `ri_link_${'b'.repeat(49)}`, code]) {
      for (const path of [
        `/${secret}`,
        `/account?workspace=${secret}`,
        `/account#${secret}`,
        `/cli-auth?code=x&y=${secret}`,
      ]) {
        expect([path, safeReturnTo(path, base)]).toEqual([path, null]);
      }
    }
    for (const path of [`/cli-auth?code=${code}`, `/cli-auth?code=${code}&problem=compare`]) {
      expect(safeReturnTo(path, base)).toBe(path);
    }
  });

  it('is refused where any browser could read it as another place', () => {
    let seen = 0;
    for (const base of bases) {
      for (const text of hostile) {
        expect([text, safeReturnTo(text, base)]).toEqual([text, null]);
        seen += 1;
      }
    }
    expect(seen).toBe(110);
    expect([safeReturnTo(null, 'https://research.test'), safeReturnTo(undefined, 'https://research.test')]).toEqual([
      null,
      null,
    ]);
  });

  it('is a path of this service, with its query and fragment, as a browser writes it', () => {
    const kept = [
      ['/', '/'],
      ['/account', '/account'],
      ['/account#api-keys', '/account#api-keys'],
      ['/cli-auth?code=RI-BCDF-GHJK-LMNP', '/cli-auth?code=RI-BCDF-GHJK-LMNP'],
      [
        '/oauth/authorize?redirect_uri=https://claude.ai/cb&x=%20',
        '/oauth/authorize?redirect_uri=https://claude.ai/cb&x=%20',
      ],
      ['/?next=//evil.test', '/?next=//evil.test'],
      ['/%2f%2fevil.test', '/%2f%2fevil.test'],
      ['/%5cevil.test', '/%5cevil.test'],
      ['/a/../account', '/account'],
      ['/a:b@c', '/a:b@c'],
      ['/é', '/%C3%A9'],
    ] as const;
    for (const [text, path] of kept) expect(safeReturnTo(text, 'https://research.test')).toBe(path);
    expect(kept).toHaveLength(11);
  });

  it('whatever the text, leads to this origin, in one line of visible ASCII, and is not changed by asking again', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '/',
        '\\',
        '.',
        '..',
        '%2e',
        '%2f',
        '%5c',
        ':',
        '@',
        '?',
        '#',
        '\t',
        '\r',
        '\n',
        ' ',
        'evil.test',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    const texts = fc.array(piece, { maxLength: 8 }).map((parts) => `/${parts.join('')}`);
    let allowed = 0;
    fc.assert(
      fc.property(texts, fc.constantFrom(...bases), (text, base) => {
        const path = safeReturnTo(text, base);
        if (path === null) return;
        allowed += 1;
        expect(new URL(path, base).origin).toBe(base);
        expect(path).toMatch(/^\/(?![/\\])[\x21-\x7E]*$/);
        expect(safeReturnTo(path, base)).toBe(path);
      }),
      { numRuns: 5_000 },
    );
    expect(allowed).toBeGreaterThan(500);
  });
});
