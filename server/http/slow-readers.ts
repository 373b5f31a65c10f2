/** Clients that ask and do not read: what they leave unread is held for them, and not for ever. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../contract/limits.ts';

const CHECKS_MAX = Math.floor(limits.unread_ms / limits.connections_check_ms);

/**
 * Whoever lets bytes wait has to take so many of them in that time, as a bad telephone line does, or is cut. Answers that
 * the system's own buffers take at once, nearly all of them, are never looked at and cost nothing.
 */
export function cutSlowReaders(server: Server): void {
  const open = new Set<Socket>();
  const slow = new WeakMap<Socket, { passed: number; checks: number }>();
  const check = (socket: Socket): void => {
    if (socket.writableLength === 0) return void slow.delete(socket);
    const [seen, passed] = [slow.get(socket), passedOn(socket)];
    if (seen === undefined || passed - seen.passed >= limits.read_bytes_min) {
      slow.set(socket, { passed, checks: 0 });
    } else if ((seen.checks += 1) >= CHECKS_MAX) {
      // With a reset: after a proper end the system would go on holding what nobody reads.
      socket.resetAndDestroy();
    }
  };
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const timer = setInterval(() => open.forEach(check), limits.connections_check_ms).unref();
  server.once('close', () => clearInterval(timer));
}

type Handle = { readonly bytesWritten: number; readonly writeQueueSize: number };

/** Bytes that the system has taken of a socket: Node looks at the same two numbers for timeouts of its own. */
function passedOn(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { readonly _handle?: Handle | null };
  return handle == null ? 0 : handle.bytesWritten - handle.writeQueueSize;
}
