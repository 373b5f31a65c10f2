/** Support for tests and drills: a port for a server that starts later. */
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that a system gives to connections as they are made: no client of another test takes one meanwhile. */
const PORTS = { from: 15_000, to: 32_000 };

/**
 * A port that nothing listens on now, drawn by chance, and that nobody else is given while this process runs: whoever
 * draws one takes the same number among the ports for datagrams, which nothing here uses.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(PORTS.from, PORTS.to);
  const claim = createSocket('udp4').unref();
  const probe = createServer();
  try {
    claim.bind({ port, address: '127.0.0.1', exclusive: true });
    await once(claim, 'listening');
    probe.listen({ port, host: '127.0.0.1', exclusive: true });
    await once(probe, 'listening');
  } catch (error) {
    claim.close();
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return freePort();
  }
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Of a server of this machine that is given its address before it starts. */
export const freeBaseUrl = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;
