// Redirect addresses of a chat: the ones that can be registered, and equality with a registered one.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hostOf,
  isLoopback,
  isRegisteredOrigin,
  isRegisteredUri,
  policySourceOf,
  redirectUriFault,
} from './redirect-uris.ts';

describe('an address to register', () => {
  it('is one of https, or of a program on the person’s own computer', () => {
    const good = [
      'https://claude.ai/api/mcp/auth_callback',
      'https://chat.example',
      'https://chat.example/',
      'https://chat.example:8443/cb',
      'https://xn--bcher-kva.example/cb',
      'https://192.0.2.7/cb',
      'http://127.0.0.1',
      'http://127.0.0.1/',
      'http://127.0.0.1:33418/',
      'http://localhost:8765/callback',
      'http://[::1]/callback',
    ];
    for (const uri of good) expect([uri, redirectUriFault(uri)]).toEqual([uri, null]);
    expect(good).toHaveLength(11);
  });

  it('is no other, and none that a browser would write differently', () => {
    const bad: readonly (readonly [string, string])[] = [
      ['', 'no address'],
      ['chat.example/cb', 'no address'],
      ['/cb', 'no address'],
      ['https://', 'no address'],
      ['https://chat.example/c b', 'no address'],
      ['https://chat.example/cb\n', 'no address'],
      ['https://bücher.example/cb', 'no address'],
      ['http://chat.example/cb', 'must begin'],
      ['http://127.0.0.2/cb', 'must begin'],
      ['http://0.0.0.0/cb', 'must begin'],
      ['http://localhost.evil.test/cb', 'must begin'],
      ['http://127.0.0.1@evil.test/', 'must begin'],
      ['http://user@127.0.0.1/', 'must begin'],
      ['cursor://anysphere.cursor/cb', 'must begin'],
      ['javascript:alert(1)', 'must begin'],
      ['data:text/html,x', 'must begin'],
      ['https://user@chat.example/cb', 'no user name'],
      ['https://user:word@chat.example/cb', 'no user name'],
      ['https://chat.example/cb#', 'no fragment'],
      ['https://chat.example/cb#x', 'no fragment'],
      ['https://chat.example/cb?', 'no query'],
      ['https://chat.example/cb?x=1', 'no query'],
      ['https://Chat.example/cb', 'write it as https://chat.example/cb'],
      ['HTTPS://chat.example/cb', 'write it as'],
      ['https://chat.example:443/cb', 'write it as'],
      ['https://chat.example/a/../cb', 'write it as'],
      ['https://chat.example/%2e/cb', 'write it as'],
      ['https://chat.example\\cb', 'write it as'],
      ['https:chat.example/cb', 'write it as'],
      ['http://127.0.0.1:80/cb', 'write it as'],
      ['https://*.example/cb', 'the host'],
      ["https://a;script-src'.example/cb", 'the host'],
      ['https://a,b.example/cb', 'the host'],
      [`https://chat.example/${'x'.repeat(2_048)}`, 'more than 2048'],
    ];
    for (const [uri, why] of bad) expect([uri, redirectUriFault(uri)]).toEqual([uri, expect.stringContaining(why)]);
    expect(bad).toHaveLength(34);
  });
});

describe('a registered address', () => {
  const registered = ['https://chat.example/cb', 'http://127.0.0.1', 'http://127.0.0.1/', 'http://[::1]:5/cb'];

  it('is met letter by letter, and on a loopback host at any port', () => {
    const same = [
      ...registered,
      'http://127.0.0.1:33418',
      'http://127.0.0.1:33418/',
      'http://127.0.0.1:1/',
      'http://[::1]/cb',
      'http://[::1]:65535/cb',
    ];
    for (const uri of same) expect([uri, isRegisteredUri(uri, registered)]).toEqual([uri, true]);
    const others = [
      '',
      'https://chat.example/cb/',
      'https://chat.example/CB',
      'https://chat.example:443/cb',
      'https://chat.example:8443/cb',
      'http://chat.example/cb',
      'http://127.0.0.1:33418//',
      'http://127.0.0.1:33418/cb',
      'http://127.0.0.1:033418/',
      'http://127.0.0.1:/',
      'http://127.0.0.1:65536/',
      'http://127.0.0.1:1/?x',
      'http://127.0.0.1:1/#',
      'http://127.0.0.1:1@evil.test/',
      'http://localhost/',
      'https://127.0.0.1/',
      'http://[::1]:5/cb/x',
      'http://[0:0:0:0:0:0:0:1]:5/cb',
    ];
    for (const uri of others) expect([uri, isRegisteredUri(uri, registered)]).toEqual([uri, false]);
    expect([same.length, others.length]).toEqual([9, 18]);
  });

  it('whatever is asked, is met only by what a browser opens at the same host', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'http://127.0.0.1',
        'https://chat.example',
        '/cb',
        '/',
        ':',
        '@',
        '#',
        '?',
        '\\',
        '80',
        'evil.test',
        ' ',
      ),
      fc.string({ unit: 'binary', maxLength: 2 }),
    );
    let met = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const asked = pieces.join('');
        if (!isRegisteredUri(asked, registered)) return;
        met += 1;
        const { hostname, username, search, hash } = new URL(asked);
        expect(['chat.example', '127.0.0.1', '[::1]']).toContain(hostname);
        expect([username, search, hash]).toEqual(['', '', '']);
      }),
      { numRuns: 20_000 },
    );
    expect(met).toBeGreaterThan(20);
  });
});

it('an address is shown by its host, and named in a policy by its origin, or by its scheme where a policy has no word for it', () => {
  expect([hostOf('http://127.0.0.1:5000/cb'), hostOf('https://chat.example/cb')]).toEqual([
    '127.0.0.1:5000',
    'chat.example',
  ]);
  expect([isLoopback('http://localhost/cb'), isLoopback('https://localhost/cb')]).toEqual([true, false]);
  expect(['https://chat.example/cb', 'http://127.0.0.1:5000/cb', 'http://[::1]:5000/cb'].map(policySourceOf)).toEqual([
    'https://chat.example',
    'http://127.0.0.1:5000',
    'http:',
  ]);
});

it('an origin is that of a registered address, on a loopback host with any port', () => {
  const registered = ['https://chat.example/api/callback', 'http://127.0.0.1/callback'];
  for (const known of ['https://chat.example', 'http://127.0.0.1:6274', 'http://127.0.0.1'])
    expect([known, isRegisteredOrigin(known, registered)]).toEqual([known, true]);
  for (const other of [
    'http://chat.example',
    'https://chat.example:8443',
    'https://chat.example.evil.example',
    'https://evil.example',
    'https://127.0.0.1:6274',
    'http://localhost:6274',
    'http://127.0.0.1.evil.example',
    'null',
    '',
  ])
    expect([other, isRegisteredOrigin(other, registered)]).toEqual([other, false]);
  expect(isRegisteredOrigin('https://chat.example', [])).toBe(false);
});
