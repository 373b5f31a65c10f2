/** Test support: a free port for a server that starts later. */
import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ephemeral ports, so that no outgoing connection takes one meanwhile. */
const PORTS = { from: 15_000, to: 32_000 };

/**
 * A random free port, reserved while this process runs: the holder also binds the UDP port with the same number, and no
 * test uses UDP.
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

/** Base address of a local server that needs it before it starts. */
export const freeBaseUrl = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;
