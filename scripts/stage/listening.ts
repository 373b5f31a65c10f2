// Servers of tests and drills: on this machine only, at any free port.
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

export { freePort } from '../../server/testing/port.ts';

/** Starts listening; gives the port. */
export async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** The address of a database, as it is reached by way of this port. */
export function throughPort(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return url.href;
}
