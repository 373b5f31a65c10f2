// Requests that name another host wherever a request can name one: no URL of an answer, and no redirect, has a byte of it.
import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { fixedPages } from '../../../../server/pages/testing/mounted.ts';
import type { Stage } from '../stage.ts';
import { askForKey } from '../terminal.ts';

const foreign = 'foreign-host.invalid';
type HostRequest = { path: string; headers: Record<string, string> };
type Heard = { status: number; text: string };

const hosts = [
  foreign,
  `${foreign}:443`,
  `127.0.0.1.${foreign}`,
  `127.0.0.1@${foreign}`,
  `a.${foreign}`,
  `${foreign.toUpperCase()}`,
];
const forwarded: readonly Record<string, string>[] = [
  { 'x-forwarded-host': foreign },
  { 'x-forwarded-host': `127.0.0.1, ${foreign}` },
  { 'x-forwarded-server': foreign },
  { 'x-forwarded-proto': `https://${foreign}/` },
  { 'x-forwarded-port': `443.${foreign}` },
  { 'x-forwarded-prefix': `//${foreign}` },
  { 'x-forwarded-for': foreign },
  { 'x-original-host': foreign },
  { 'x-original-url': `//${foreign}/` },
  { 'x-rewrite-url': `https://${foreign}/` },
  { 'x-host': foreign },
  { forwarded: `host=${foreign};proto=https;for=${foreign}` },
  { origin: `https://${foreign}` },
  { referer: `https://${foreign}/account` },
  { 'x-http-host-override': foreign },
  { via: `1.1 ${foreign}` },
];
const asked = [...fixedPages(), '/openapi.json', '/v1/tickers'];

const places = [
  `https://${foreign}/`,
  `//${foreign}`,
  `///${foreign}`,
  `\\\\${foreign}`,
  `/\\${foreign}`,
  `/\t/${foreign}`,
  `/%09/${foreign}`,
  `javascript:alert('${foreign}')`,
  `http:${foreign}`,
  `/.//${foreign}`,
  `/..//${foreign}`,
  ` //${foreign}`,
  `${foreign}`,
  `@${foreign}`,
  `/\u2028/${foreign}`,
  `/\r\nlocation: //${foreign}`,
];

function ask(base: string, { path, headers }: HostRequest): Promise<Heard> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = `${JSON.stringify(response.headers)}\n${Buffer.concat(chunks).toString()}`;
        resolve({ status: response.statusCode ?? 0, text });
      });
    });
    sent.on('error', reject).end();
  });
}

export function foreignHosts(stage: Stage): void {
  describe('a request that names another host', () => {
    const cases: readonly { named: string; path: (path: string) => string; headers: Record<string, string> }[] = [
      ...hosts.map((host) => ({ named: `host: ${host}`, path: (path: string) => path, headers: { host } })),
      ...forwarded.map((headers) => ({ named: JSON.stringify(headers), path: (path: string) => path, headers })),
      { named: 'absolute form', path: (path) => `http://${foreign}${path}`, headers: {} },
      { named: 'absolute form, https', path: (path) => `https://${foreign}:8443${path}`, headers: {} },
      { named: 'absolute form and host', path: (path) => `http://${foreign}${path}`, headers: { host: foreign } },
    ];

    it('gets no URL with a byte of it, on any page and in any document', async () => {
      const found: string[] = [];
      let heard = 0;
      for (const { named, path, headers } of cases) {
        for (const one of asked) {
          const { status, text } = await ask(stage.world.base, { path: path(one), headers });
          heard += 1;
          if (status >= 500 || text.toLowerCase().includes(foreign)) found.push(`${named} ${one}: ${status}`);
        }
      }
      expect(found).toEqual([]);
      expect([cases.length, heard]).toEqual([25, 25 * asked.length]);
    });

    it('gets the address of the service for a device login', async () => {
      const login = await askForKey(stage.world.base, 'somewhere else');
      expect(new URL(login.browserUrl).origin).toBe(stage.world.base);
    });
  });

  describe('a place to return to that is elsewhere', () => {
    it('is not gone to after signing in, and stands on no page', async () => {
      const cookie = (await stage.ada.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
      const isElsewhere = (to: string): boolean => new URL(to, stage.world.base).origin !== stage.world.base;
      const found: string[] = [];
      for (const place of places) {
        const path = `/sign-in?${new URLSearchParams({ return_to: place })}`;
        const [form, signedIn] = [
          await ask(stage.world.base, { path, headers: {} }),
          await ask(stage.world.base, { path, headers: { cookie } }),
        ];
        const kept = / name="return_to" value="([^"]*)"/.exec(form.text)?.[1] ?? '/';
        const to = /"location":"([^"]*)"/.exec(signedIn.text)?.[1] ?? '';
        if (form.status !== 200 || isElsewhere(kept)) found.push(`form: ${place}: ${kept}`);
        if (signedIn.status !== 303 || isElsewhere(to)) found.push(`signed in: ${place}: ${to}`);
      }
      expect(found).toEqual([]);
      expect(places.length + 25).toBeGreaterThan(40);
    });
  });
}
