/** Cutting of slow readers: clients that leave their answers unread. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { limits } from '../contract/limits.ts';

const CHECKS_MAX = Math.floor(limits.unread_ms / limits.connections_check_ms);

/**
 * A client with waiting bytes must read a minimum of them in each interval (a slow telephone line does), or is cut.
 * Nearly all answers fit into the system's buffers and are never checked.
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
      // A reset, because after a regular end the system would keep the unread bytes.
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

/** Bytes that the system has accepted from a socket; Node uses the same two numbers for its timeouts. */
function passedOn(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { readonly _handle?: Handle | null };
  return handle == null ? 0 : handle.bytesWritten - handle.writeQueueSize;
}
