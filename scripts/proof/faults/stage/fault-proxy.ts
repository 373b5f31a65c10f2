// TCP proxy in front of PostgreSQL that cuts the connection of a charge: before, during or after its commit.
import { once } from 'node:events';
import { type Socket, connect, createServer } from 'node:net';
import { listening, throughPort } from '../../../stage/listening.ts';

/** Where a connection breaks; null lets the charge through. */
export type Cut = 'before' | 'underway' | 'after-commit';

export type FaultProxy = {
  /** The database's address, through the proxy. */
  url: string;
  cuts: Record<Cut, number>;
  close(): Promise<void>;
};

/** A Bind message of a prepared statement that charges: the unnamed portal, then how the statement's name begins. */
const chargeBound = Buffer.from('\0charge ');
/** ReadyForQuery outside a transaction: everything before it is committed. */
const committed = Buffer.from('Z\0\0\0\x05I');

export async function faultProxy(databaseUrl: string, choose: () => Cut | null): Promise<FaultProxy> {
  const target = new URL(databaseUrl);
  const cuts: Record<Cut, number> = { before: 0, underway: 0, 'after-commit': 0 };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    const end = (): void => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.setNoDelay(true).on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    let cut: Cut | null = null;
    let answer = Buffer.alloc(0);
    client.on('data', (chunk: Buffer) => {
      if (cut === null && chunk.includes(chargeBound)) {
        cut = choose();
        if (cut !== null) cuts[cut] += 1;
      }
      if (cut === 'before') return end();
      database.write(chunk, () => {
        if (cut === 'underway') end();
      });
    });
    database.on('data', (chunk: Buffer) => {
      if (cut === null) return void client.write(chunk);
      answer = Buffer.concat([answer, chunk]);
      if (answer.subarray(-committed.length).equals(committed)) end();
    });
  });
  const port = await listening(server);
  return {
    url: throughPort(databaseUrl, port),
    cuts,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
