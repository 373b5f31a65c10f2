// A path prefix is removed from requests and added to links, and only for paths of the service.
import { expect, it } from 'vitest';
import { linksAt, markupAt, metadataAddress, pathPrefixOf, targetWithin } from './path-prefix.ts';

it('is the path of the base address', () => {
  const addresses = ['https://a.test', 'https://a.test/', 'https://a.test/research', 'https://a.test/x/research/'];
  expect(addresses.map(pathPrefixOf)).toEqual(['', '', '/research', '/x/research']);
});

it.each([
  ['/research', '/'],
  ['/research/', '/'],
  ['/research?ticker=A', '/?ticker=A'],
  ['/research/v1/brief?as_of=/research/', '/v1/brief?as_of=/research/'],
  ['/research//v1', '//v1'],
  ['/research/research/x', '/research/x'],
  ['/researches', null],
  ['/Research/v1', null],
  ['/v1/research/', null],
  ['/', null],
  ['/healthz?x', '/healthz?x'],
  ['/research/readyz', '/readyz'],
  ['/healthz/x', null],
  ['/.well-known/oauth-authorization-server/research', '/.well-known/oauth-authorization-server'],
  ['/.well-known/oauth-protected-resource/research/mcp?x', '/.well-known/oauth-protected-resource/mcp?x'],
  ['/.well-known/oauth-protected-resource/research/', '/.well-known/oauth-protected-resource'],
  ['/.well-known/oauth-authorization-server', null],
  ['/.well-known/oauth-authorization-server/other', null],
  ['/.well-known/openid-configuration/research', null],
  ['/research/.well-known/oauth-authorization-server', '/.well-known/oauth-authorization-server'],
])('is taken off %s', (target, within) => {
  expect(targetWithin(target, '/research')).toBe(within);
});

it('stands behind the name of the metadata', () => {
  expect(metadataAddress('https://a.test/research', 'x', '/mcp')).toBe('https://a.test/.well-known/x/research/mcp');
  expect(metadataAddress('https://a.test', 'x', '/mcp')).toBe('https://a.test/.well-known/x/mcp');
});

it('is put on links, forms and files of the service, and on nothing else', () => {
  const markup = `<a class="x" href="/docs?a=&quot;">/docs href="/docs"</a><a href="//other.test/">x</a><a href="#/x">y</a>
<form method="post" action="/x"><button formaction="/y">z</button></form><img src="/i.svg"><a href="https://a.test/">w</a>
<input value="/x"><a data-href="/x" href="x">v</a><A HREF="/u">u</A>`;
  expect(markupAt('/r', markup))
    .toBe(`<a class="x" href="/r/docs?a=&quot;">/docs href="/docs"</a><a href="//other.test/">x</a><a href="#/x">y</a>
<form method="post" action="/r/x"><button formaction="/r/y">z</button></form><img src="/r/i.svg"><a href="https://a.test/">w</a>
<input value="/x"><a data-href="/x" href="x">v</a><A HREF="/r/u">u</A>`);
  expect(markupAt('', markup)).toBe(markup);
  expect(linksAt('/r', '</a>; rel="x", <https://a.test/>; rel="y"')).toBe(
    '</r/a>; rel="x", <https://a.test/>; rel="y"',
  );
  expect(linksAt('', '</a>')).toBe('</a>');
});
