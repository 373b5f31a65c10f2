// A small pooler on loopback that speaks the wire protocol, as PgBouncer does in each of its pool modes.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { fatal, int32, message, messagesOf, startUpParameters, statementIn } from './pooler-frames.ts';
import { type Order, type PoolMode, type Servers, relay, serversOf } from './pooler-relay.ts';

export type PoolerOptions = {
  databaseUrl: string;
  mode: PoolMode;
  /** Server connections at most. */
  size?: number;
  order?: Order;
  /** Start-up parameters that no pooler knows: PgBouncer refuses them, or drops them where its configuration says so. */
  startUp?: 'refused' | 'dropped';
  /** The process id at login: PgBouncer makes one up, others pass on that of a server connection. */
  processId?: 'made-up' | 'passed-on';
};

export type Pooler = {
  /** The database's address, through the pooler. */
  url: string;
  /** Names of the statements that were prepared, one for each time. */
  named: string[];
  /** Statements that change a session: the next client of the server connection would find it changed. */
  sessionChanges: string[];
  /** Ends the idle server connections; new ones have the settings that the role has by then. */
  reconnect(): void;
  close(): void;
};

const tracked = new Set(['user', 'database', 'client_encoding', 'application_name']);
const changesSession = /^\s*(set\s+(?!local\b)|listen\b|prepare\b|create\s+temp|discard\b|reset\b)/i;
const SSL_REQUEST = 80_877_103;
const CANCEL_REQUEST = 80_877_102;

export async function startPooler(options: PoolerOptions): Promise<Pooler> {
  const { databaseUrl, mode, size = 4, order = 'newest' } = options;
  const servers = serversOf(databaseUrl, size, order);
  const sockets = new Set<Socket>();
  const url = new URL(databaseUrl);
  const pooler: Pooler = {
    url: '',
    named: [],
    sessionChanges: [],
    reconnect: () => servers.endIdle(),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      servers.endIdle();
    },
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    socket.once('data', (packet: Buffer) => void greet(socket, packet));
  });

  async function greet(socket: Socket, packet: Buffer): Promise<void> {
    const code = packet.readInt32BE(4);
    if (code === CANCEL_REQUEST) return void socket.destroy();
    if (code === SSL_REQUEST) {
      socket.once('data', (next: Buffer) => void greet(socket, next));
      return void socket.write('N');
    }
    const unknown = [...startUpParameters(packet).keys()].find((name) => !tracked.has(name));
    if (unknown !== undefined && options.startUp !== 'dropped')
      return void socket.end(fatal('08P01', `unsupported startup parameter: ${unknown}`));
    try {
      await login(socket, servers, options);
    } catch (error) {
      return void socket.end(fatal('08P01', error instanceof Error ? error.message : String(error)));
    }
    serve(socket);
  }

  function serve(socket: Socket): void {
    const { forward, end } = relay(socket, servers, mode);
    const split = messagesOf();
    socket.on('close', end);
    socket.on('data', (chunk: Buffer) => {
      for (const frame of split(chunk)) {
        if (frame[0] === 'X'.charCodeAt(0)) return void socket.end();
        note(pooler, frame);
        forward(frame);
      }
    });
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  pooler.url = url.href;
  return pooler;
}

/** Lets every client in, with what a server connection says of itself. */
async function login(socket: Socket, servers: Servers, { processId = 'made-up' }: PoolerOptions): Promise<void> {
  const server = await servers.take();
  const id = processId === 'made-up' ? randomInt(2 ** 31) : server.processId;
  const { parameters } = server;
  servers.give(server, true);
  const key = message('K', int32(id), int32(randomInt(2 ** 31)));
  socket.write(Buffer.concat([message('R', int32(0)), parameters, key, message('Z', Buffer.from('I'))]));
}

function note(pooler: Pooler, frame: Buffer): void {
  const statement = statementIn(frame);
  if (statement === null) return;
  if (statement.name !== '') pooler.named.push(statement.name);
  if (changesSession.test(statement.sql)) pooler.sessionChanges.push(statement.sql);
}
