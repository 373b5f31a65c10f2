// The server connections of the test pooler: logged in by the driver, then read and written as bare bytes.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';
import { message, messagesOf, text } from './pooler-frames.ts';

export type ServerConnection = {
  processId: number;
  /** Parameters that the server reported at login, repeated to every client. */
  parameters: Buffer;
  send(frames: readonly Buffer[]): void;
  /** Messages for the client that has this connection, one by one; null while no client has it. */
  onMessage: ((frame: Buffer) => void) | null;
  isOpen: boolean;
  ended: Promise<unknown>;
  end(): void;
};

type Driver = { connection: NodeJS.EventEmitter & { stream: Socket }; processID: number };

export async function connectServer(databaseUrl: string): Promise<ServerConnection> {
  const client = new pg.Client({ connectionString: databaseUrl });
  const { connection } = client as unknown as Driver;
  const parameters: Buffer[] = [];
  connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
    parameters.push(message('S', text(parameterName ?? ''), text(parameterValue ?? '')));
  });
  await client.connect();
  const { stream } = connection;
  stream.removeAllListeners();
  const split = messagesOf();
  const server: ServerConnection = {
    processId: (client as unknown as Driver).processID,
    parameters: Buffer.concat(parameters),
    send: (frames) => void stream.write(Buffer.concat(frames)),
    onMessage: null,
    isOpen: true,
    ended: once(stream, 'close').then(() => (server.isOpen = false)),
    end: () => {
      server.isOpen = false;
      stream.destroy();
    },
  };
  stream.on('data', (chunk: Buffer) => {
    for (const frame of split(chunk)) server.onMessage?.(frame);
  });
  stream.on('error', () => stream.destroy());
  stream.on('end', () => stream.destroy());
  return server;
}
