// Links at the load: one rule with the answers, and refusals that name the fault and the address to write.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitsSchema } from '../../contract/validation/documents-validator.ts';
import { normaliseRecord } from '../records/normalise.ts';
import { recordSchemas, schemaErrors } from '../records/record-schemas.ts';
import { fieldFaults } from '../records/schema-faults.ts';
import { linkFault } from '../../contract/validation/web-address.ts';

const source = (url: string) => ({ type: 'source', source_id: 's:1', kind: 'letter', name: 'Letters', url });
const loads = (url: string): boolean => schemaErrors('source', source(url)).length === 0;

const scheme = fc.constantFrom('http://', 'https://', 'HTTPS://', 'hTTp://', 'ftp://', 'https:/', '');
const host = fc.constantFrom(
  'a.example',
  'a.example:8080',
  'a.example:',
  'a.example:99999',
  'ada:secret@a.example',
  'gr\u00f6\u00dfe.example',
  '[::1]',
  '[v1.a]',
  '127.0.0.1',
  '1.2.3.999',
  'a%20b.example',
  'xn--.example',
  '',
);
const piece = fc.oneof(
  fc.constantFrom(
    '/',
    '?',
    '#',
    '%',
    '%2',
    '%41',
    '%zz',
    '[',
    ']',
    '@',
    ':',
    ' ',
    '|',
    '\\',
    '"',
    "'",
    '\u00e9',
    '\ufeff',
  ),
  fc.string({ maxLength: 3 }),
  fc.string({ unit: 'binary', maxLength: 2 }),
);
const link = fc
  .tuple(scheme, host, fc.array(piece, { maxLength: 8 }))
  .map(([before, at, pieces]) => `${before}${at}${pieces.join('')}`);

/** The schema accepts links that no browser opens, and links that would publish a user name: both are refused. */
function isOpened(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username === '' && password === '';
}

describe('a link', () => {
  it('loads only if an answer can carry it, and is kept as it was written', () => {
    fc.assert(
      fc.property(link, (url) => {
        if (!loads(url)) return;
        expect(normaliseRecord(source(url)).record).toMatchObject({ url });
        expect(fitsSchema('WebUri', url)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('loads if an answer can carry it and a browser opens it without a user', () => {
    fc.assert(
      fc.property(link, (url) => {
        if (!fitsSchema('WebUri', url) || !isOpened(url)) return;
        expect([url, loads(url)]).toEqual([url, true]);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is refused in one sentence, and an address that the refusal proposes loads', () => {
    fc.assert(
      fc.property(link, (url) => {
        if (loads(url)) return;
        const [fault, ...more] = fieldFaults(schemaErrors('source', source(url)));
        expect([fault?.field, more]).toEqual(['url', []]);
        const proposed = /^write (https?:\/\/.*)$/s.exec(fault?.fix ?? '')?.[1];
        if (proposed !== undefined) expect([url, proposed, loads(proposed)]).toEqual([url, proposed, true]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has one rule in every record type', () => {
    const found = Object.entries(recordSchemas).flatMap(([type, schema]) =>
      Object.entries(schema['properties'] as Record<string, { format?: string }>)
        .filter(([name, { format }]) => format === 'uri' || /url$|uri$|link$/.test(name))
        .map(([name, { format }]) => `${type}.${name}: ${format}`),
    );
    expect(found).toEqual(['source.url: uri', 'evidence.url: uri', 'statement.source_url: uri']);
  });
});

describe('the refusal of a link', () => {
  it.each([
    [
      'https://a.example/100%',
      'has a percent sign that is not followed by two hexadecimal digits at position 22',
      'write https://a.example/100%25',
    ],
    [
      'https://a.example/a[1].html',
      'has an unescaped [ in the path at position 20, an unescaped ] in the path at position 22',
      'write https://a.example/a%5B1%5D.html',
    ],
    ['https://a.example/#a#b', 'has a second # at position 21', 'write https://a.example/#a%23b'],
    ['https://a.example/a b', 'has a space in the path at position 20', 'write https://a.example/a%20b'],
    [
      'https://a.example/{{{{',
      'has an unescaped { in the path at position 19, an unescaped { in the path at position 20, an unescaped { in the path at position 21, and 1 more',
      'write https://a.example/%7B%7B%7B%7B',
    ],
    [
      'https://a.example/\u00e9',
      'has the character U+00E9 in the path at position 19',
      'write https://a.example/%C3%A9',
    ],
    [
      'https://gr\u00f6\u00dfe.example/',
      'has the character U+00F6 in the host at position 11, the character U+00DF in the host at position 12',
      'write https://xn--gre-6ka8i.example/',
    ],
    [
      'https://a.example/\ud800',
      'has the character U+D800 in the path at position 19',
      'correct its host or port, or write another address',
    ],
    [
      'HTTP://a.example/?a=|',
      'has capital letters in its scheme, an unescaped | in the query at position 21',
      'write http://a.example/?a=%7C',
    ],
    [
      'https://a.example:99999/',
      'is not an address that a browser opens',
      'correct its host or port, or write another address',
    ],
    ['https://ada:secret@a.example/', 'has a user name in it', 'remove what stands before the @, and the @'],
    ['mailto:ada@a.example', 'is no http or https address', 'write the whole address, from https:// on'],
    [
      `https://a.example/${'a'.repeat(300)}[`,
      'has an unescaped [ in the path at position 319',
      'write each of them percent-encoded: %25 for %, %5B for [, %5D for ]',
    ],
  ])('of %s says what is wrong, where, and what to write', (url, what, fix) => {
    expect(linkFault(url)).toEqual({ what, fix });
    expect(loads(url)).toBe(false);
  });
});
