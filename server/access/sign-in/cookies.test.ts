// Cookies: bound to this host wherever it is served over https, out of reach of scripts, and read whole.
import { expect, it } from 'vitest';
import { clearCookie, readCookies, setCookie } from './cookies.ts';

const https = 'https://research.test';
const http = 'http://127.0.0.1:8080';

it('binds a cookie to this host on https, and leaves out on loopback what a browser would refuse there', () => {
  const session = { use: 'session', value: 'x', seconds: 60 } as const;
  expect(setCookie(https, session)).toBe('__Host-session=x; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure');
  expect(setCookie(http, session)).toBe('session=x; Path=/; Max-Age=60; HttpOnly; SameSite=Lax');
  expect(clearCookie(https, 'session')).toBe('__Host-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure');
});

it('binds a cookie to the path of a service that shares its host', () => {
  const session = { use: 'session', value: 'x', seconds: 60 } as const;
  const path = `${https}/research`;
  expect(setCookie(path, session)).toBe(
    '__Secure-session=x; Path=/research; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  );
  expect(setCookie(`${http}/research`, session)).toBe('session=x; Path=/research; Max-Age=60; HttpOnly; SameSite=Lax');
  expect(readCookies('__Host-session=one; __Secure-session=two', { baseUrl: path, use: 'session' })).toEqual(['two']);
});

it('reads every value under its own name and none under another', () => {
  const header = 'a=1; __Host-session=one; session=two;__Host-session=three; x__Host-session=four; __host-session=five';
  expect(readCookies(header, { baseUrl: https, use: 'session' })).toEqual(['one', 'three']);
  expect(readCookies(header, { baseUrl: http, use: 'session' })).toEqual(['two']);
  expect(readCookies(undefined, { baseUrl: http, use: 'session' })).toEqual([]);
});
