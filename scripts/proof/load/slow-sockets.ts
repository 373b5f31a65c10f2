// Connections that are slow in every way that costs a server something, and how long each is borne.
import { type Socket, connect } from 'node:net';

export type Manner = {
  name: string;
  /** Sent at once, and letter by letter after it. */
  first: string;
  then?: string;
  /** Says with the first part that nothing more comes, and goes on listening. */
  isHalfOpen?: boolean;
  /** Reads a few bytes now and then. A failed write reveals that the server has closed the connection. */
  readsLittle?: boolean;
  /** Slow only from its first answer on. */
  isAnswered?: boolean;
};

export type Cut = { name: string; ms: number };

const get = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n';
const post = 'POST /api/auth/cli/initiate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';

export const manners: readonly Manner[] = [
  { name: 'says nothing', first: '' },
  { name: 'half a head', first: get },
  { name: 'a head, letter by letter', first: `${get}X-A: `, then: 'b' },
  { name: 'half a head, half-open', first: get, isHalfOpen: true },
  { name: 'half a body', first: `${post}Content-Length: 100\r\n\r\n{"deviceName":` },
  { name: 'a body, letter by letter', first: `${post}Content-Length: 10000\r\n\r\n`, then: 'x' },
  { name: 'chunks, letter by letter', first: `${post}Transfer-Encoding: chunked\r\n\r\n2000\r\n`, then: 'x' },
  { name: 'reads a few bytes', first: `${get}\r\n`.repeat(24), then: 'G', readsLittle: true },
  { name: 'idle after an answer', first: 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n', isAnswered: true },
];

/** One in so many reads slowly: it has the server write megabytes into the system's buffers first, as any large answer would. */
const READERS_OF = 40;
const readers = manners.filter(({ readsLittle }) => readsLittle === true);
const others = manners.filter((manner) => !readers.includes(manner));

function mannerOf(number: number): Manner {
  const among = number % READERS_OF === 0 ? readers : others;
  return among[number % among.length] as Manner;
}

const TICK_MS = 500;
const READ_BYTES = 16;
/** 200 a second: a burst that fills the system's own queue of connections would measure that. */
const OPENED_AT_ONCE = 20;
const BETWEEN_MS = 100;

/** Opens so many, in all manners; `onOpen` is called when the last is connected. Resolves when all have been cut. */
export async function openSlowSockets(port: number, count: number, onOpen: () => void): Promise<Cut[]> {
  const cuts: Promise<Cut>[] = [];
  const connected: Promise<unknown>[] = [];
  for (let number = 0; number < count; number += 1) {
    const one = openSlow(port, mannerOf(number));
    cuts.push(one.cut);
    connected.push(one.connected);
    if (number % OPENED_AT_ONCE === OPENED_AT_ONCE - 1) {
      await Promise.all(connected);
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    }
  }
  await Promise.all(connected);
  onOpen();
  return Promise.all(cuts);
}

function openSlow(port: number, manner: Manner): { connected: Promise<void>; cut: Promise<Cut> } {
  const { name, first, then, isHalfOpen = false, readsLittle = false, isAnswered = false } = manner;
  const little = { buffer: Buffer.alloc(READ_BYTES), callback: () => false };
  const socket: Socket = connect({
    port,
    host: '127.0.0.1',
    allowHalfOpen: true,
    ...(readsLittle && { onread: little }),
  });
  let began = 0;
  const connected = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    socket.once('connect', () => {
      began = performance.now();
      socket.write(first);
      if (isHalfOpen) socket.end();
      resolve();
    });
  });
  if (isAnswered) socket.once('data', () => (began = performance.now()));
  if (!readsLittle) socket.resume();
  const timer = setInterval(() => {
    if (then !== undefined && socket.writable) socket.write(then);
    if (readsLittle) socket.resume();
  }, TICK_MS);
  const cut = new Promise<Cut>((resolve) => {
    const over = (): void => {
      clearInterval(timer);
      socket.destroy();
      resolve({ name, ms: performance.now() - began });
    };
    socket.on('end', over).on('error', over).on('close', over);
  });
  return { connected, cut };
}
