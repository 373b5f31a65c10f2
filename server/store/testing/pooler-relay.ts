// The server connections of the test pooler, and the client that has one of them for a transaction, a statement or its session.
import type { Socket } from 'node:net';
import { fatal } from './pooler-frames.ts';
import { type ServerConnection, connectServer } from './pooler-server.ts';

export type PoolMode = 'session' | 'transaction' | 'statement';
/** Which idle server connection comes next: the one used last, as in PgBouncer, or each in turn. */
export type Order = 'newest' | 'in-turn';

export type Servers = {
  take(): Promise<ServerConnection>;
  /** Takes it back; a connection of unknown state is ended. */
  give(server: ServerConnection, isClean: boolean): void;
  endIdle(): void;
};

export function serversOf(databaseUrl: string, size: number, order: Order): Servers {
  const idle: ServerConnection[] = [];
  const waiting: ((server: Promise<ServerConnection>) => void)[] = [];
  let count = 0;

  async function open(): Promise<ServerConnection> {
    count += 1;
    try {
      const server = await connectServer(databaseUrl);
      void server.ended.then(() => leave(server));
      return server;
    } catch (error) {
      count -= 1;
      throw error;
    }
  }

  function leave(server: ServerConnection): void {
    count -= 1;
    const at = idle.indexOf(server);
    if (at >= 0) idle.splice(at, 1);
    waiting.shift()?.(open());
  }

  return {
    async take() {
      const kept = order === 'newest' ? idle.pop() : idle.shift();
      if (kept !== undefined) return kept;
      return count < size ? open() : new Promise((resolve) => waiting.push(resolve));
    },
    give(server, isClean) {
      server.onMessage = null;
      if (!server.isOpen) return;
      if (!isClean) return server.end();
      const next = waiting.shift();
      if (next === undefined) idle.push(server);
      else next(Promise.resolve(server));
    },
    endIdle: () => idle.splice(0).forEach((server) => server.end()),
  };
}

const typeByte = (type: string): number => type.charCodeAt(0);
const query = typeByte('Q');
const sync = typeByte('S');
const readyForQuery = typeByte('Z');

/** Passes the messages of one logged-in client to whichever server connection it has at the moment. */
export function relay(client: Socket, servers: Servers, mode: PoolMode) {
  const outbox: Buffer[] = [];
  let server: ServerConnection | null = null;
  let isTaking = false;
  /** Queries and Syncs that the server has yet to answer with ReadyForQuery. */
  let unanswered = 0;
  let status = 'I';

  function letGo(): void {
    if (server === null) return;
    const held = server;
    server = null;
    servers.give(held, mode !== 'session' && unanswered === 0 && status === 'I');
  }

  function fromServer(frame: Buffer): void {
    if (frame[0] !== readyForQuery) return void client.write(frame);
    unanswered -= 1;
    status = String.fromCharCode(frame[5] ?? 0);
    if (mode === 'statement' && status === 'T') {
      client.end(fatal('08P01', 'transaction blocks not allowed in statement pooling mode'));
      return letGo();
    }
    client.write(frame);
    if (mode !== 'session' && status === 'I' && unanswered === 0) letGo();
  }

  async function take(): Promise<void> {
    isTaking = true;
    try {
      const taken = await servers.take();
      if (client.destroyed) return servers.give(taken, true);
      taken.onMessage = fromServer;
      server = taken;
      void taken.ended.then(() => server === taken && client.end(fatal('08P01', 'server conn crashed?')));
      send();
    } catch (error) {
      client.end(fatal('08P01', error instanceof Error ? error.message : String(error)));
    } finally {
      isTaking = false;
    }
  }

  function send(): void {
    if (outbox.length === 0) return;
    if (server === null) {
      if (!isTaking) void take();
      return;
    }
    const frames = outbox.splice(0);
    unanswered += frames.filter(([type]) => type === query || type === sync).length;
    server.send(frames);
  }

  return {
    forward(frame: Buffer): void {
      outbox.push(frame);
      send();
    },
    end: letGo,
  };
}
