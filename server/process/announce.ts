/** Announcement of a start on stdout, and its choice of a free address. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { localAddress } from '../config.ts';
import type { Config } from '../config.ts';

export type Announcement = { key: string | null; metrics: string | null; desk: string | null };

/** Facts for a newcomer, one a line, so that another program can read them. */
export function announce(address: string, { key, metrics, desk }: Announcement): void {
  process.stdout.write(`listening on ${address}\n`);
  if (metrics !== null) process.stdout.write(`metrics on ${metrics}\n`);
  if (desk !== null) process.stdout.write(`desk on ${desk}\n`);
  if (key === null) return;
  process.stdout.write(`preview key: ${key}\n`);
  process.stdout.write(`curl -s -H 'Authorization: Bearer ${key}' '${address}/v1/brief?ticker=NWTB'\n`);
}

/** For port 0: links need the address before the server listens. */
export async function freeAddress(config: Pick<Config, 'host'>): Promise<string> {
  const probe = createServer().listen(0, config.host);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return localAddress(config.host, port);
}

/** Another process may take a free address first: then the next one is tried. */
export async function atFreeAddress<T>(
  config: Pick<Config, 'host'>,
  begin: (address: string) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await begin(await freeAddress(config));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
  }
}
