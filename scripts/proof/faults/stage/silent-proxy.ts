// TCP proxy in front of PostgreSQL that can hang with open connections, and can be switched to another server.
import { type Socket, connect, createServer } from 'node:net';
import { listening, throughPort } from '../../../stage/listening.ts';

export type SilentProxy = {
  /** The database's address, through the proxy. */
  url: string;
  /** From now on nothing passes in either direction; what was sent meanwhile passes when it speaks again. */
  silence(): void;
  speak(): void;
  /** Ends every connection; new ones go to this server, as behind an address that an operator moves. */
  turnTo(databaseUrl: string): void;
  close(): void;
};

export async function silentProxy(databaseUrl: string): Promise<SilentProxy> {
  let target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    pass(client, database);
    pass(database, client);
    for (const socket of [client, database]) {
      sockets.add(socket);
      if (isSilent) socket.pause();
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
  });
  // Not pipe(): a socket that was paused would go on by itself once the other one has room again.
  function pass(from: Socket, to: Socket): void {
    from.on('data', (chunk: Buffer) => {
      if (to.write(chunk)) return;
      from.pause();
      to.once('drain', () => isSilent || from.resume());
    });
    from.on('end', () => to.end());
  }
  const port = await listening(server);
  return {
    url: throughPort(databaseUrl, port),
    silence() {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    speak() {
      isSilent = false;
      for (const socket of sockets) socket.resume();
    },
    turnTo(other) {
      target = new URL(other);
      for (const socket of sockets) socket.destroy();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
