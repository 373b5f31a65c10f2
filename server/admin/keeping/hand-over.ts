// While a server holds the embedded store, commands reach it over a local socket in the data folder.
import { chmod, rm } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';
import { limits } from '../../contract/limits.ts';
import { UsageError, type CommandContext, type Progress } from '../command.ts';
import { commands } from '../commands.ts';
import { runCommand, type CommandOutput } from '../run-command.ts';
import { StoreUnavailable } from '../../store/engine/failures.ts';

type Request = { command: string; argv: string[] };
type Reply = { progress: [file: string, phase: string, share: number] } | { done: CommandOutput };

/** Context of each command, from the server; progress goes to its caller. */
export type HandedOver = Omit<CommandContext, 'onProgress'>;

/** Takes no further command, and waits this long for the running one; false if it continues. */
export type HandOver = { close(patienceMs?: number): Promise<boolean> };

/**
 * Answers commands one after another; the permission to write in the data folder is the permission to use the socket.
 */
export async function serveAdmin(dataDir: string, context: HandedOver): Promise<HandOver> {
  const path = socketPath(dataDir);
  // The store's lock is held by this process, so a socket that is there belongs to one that was killed.
  await rm(path, { force: true });
  const open = new Set<Socket>();
  let last: Promise<unknown> = Promise.resolve();
  let isClosing = false;
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
    onFirstLine(socket, (line) => {
      last = last.then(() => (isClosing ? undefined : answer(socket, line, context)));
    });
  });
  await listenPrivately(server, path);
  return {
    close: async (patienceMs = limits.drain_ms) => {
      isClosing = true;
      const closed = new Promise((resolve) => server.close(resolve));
      const isDone = await endsWithin(last, patienceMs);
      for (const socket of open) socket.destroy();
      await closed;
      await rm(path, { force: true });
      return isDone;
    },
  };
}

/** The client may disconnect at any time: its command continues without a reader. */
function onFirstLine(socket: Socket, take: (line: string) => void): void {
  const lines = createInterface({ input: socket });
  // It repeats the errors of the socket as its own, until it is closed.
  lines.on('error', () => undefined);
  lines.once('line', (line) => {
    lines.close();
    // Closing it has paused the socket, which then would not notice its end.
    socket.resume();
    take(line);
  });
}

async function endsWithin(work: Promise<unknown>, patienceMs: number): Promise<boolean> {
  const patience = new AbortController();
  const late = after(patienceMs, false, { signal: patience.signal }).catch(() => false);
  const isDone = await Promise.race([work.then(() => true), late]);
  patience.abort();
  return isDone;
}

/** The socket is made with its mode: between making it and changing it, anyone could connect. */
async function listenPrivately(server: Server, path: string): Promise<void> {
  const before = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
  } finally {
    process.umask(before);
  }
  await chmod(path, 0o600);
}

async function answer(socket: Socket, line: string, context: Omit<CommandContext, 'onProgress'>): Promise<void> {
  const reply = (message: Reply): void => void socket.write(`${JSON.stringify(message)}\n`);
  try {
    const { command: name, argv } = JSON.parse(line) as Request;
    const command = commands.find((each) => each.name === name);
    if (command === undefined) throw new UsageError(`this server does not know ${name}`);
    const progress = seldom((...said) => reply({ progress: said }));
    reply({ done: await runCommand(command, argv, { ...context, onProgress: progress }) });
  } catch (error) {
    reply({ done: { exit: error instanceof UsageError ? 2 : 1, stdout: '', stderr: `${String(error)}\n` } });
  }
  socket.end();
}

/** Every hundredth is enough for a bar, and keeps the socket free. */
function seldom(progress: Progress): Progress {
  let last = '';
  return (file, phase, share) => {
    const step = `${file} ${phase} ${Math.floor(share * 100)}`;
    if (step === last) return;
    last = step;
    progress(file, phase, share);
  };
}

/** The server's output, or null if none answers in this folder. */
export async function handOver(dataDir: string, request: Request, onProgress: Progress): Promise<CommandOutput | null> {
  const socket = await connect(dataDir);
  if (socket === null) return null;
  socket.write(`${JSON.stringify(request)}\n`);
  try {
    for await (const line of createInterface({ input: socket })) {
      const reply = JSON.parse(line) as Reply;
      if ('done' in reply) return reply.done;
      onProgress(...reply.progress);
    }
  } catch (error) {
    // A server that was killed leaves a broken connection, one that stopped a closed one.
    if (socket.errored === null) throw error;
  } finally {
    socket.destroy();
  }
  return { exit: 3, stdout: '', stderr: 'the server stopped before the command was done; run it again\n' };
}

function connect(dataDir: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(socketPath(dataDir));
    socket.once('connect', () => resolve(socket));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null);
      else reject(new StoreUnavailable(unusable(dataDir, error.code), { cause: error }));
    });
  });
}

function unusable(dataDir: string, code = 'no code'): string {
  const why = code === 'ENOTDIR' ? 'it is a file, or lies below one' : `the system answers ${code}`;
  return `DATA_DIR ${dataDir} cannot be used: ${why}. It must be a folder that this user may write in`;
}

/** Addresses of sockets end after about 100 bytes: a deep folder is named from where the process stands. */
function socketPath(dataDir: string): string {
  const path = join(dataDir, 'admin.sock');
  const short = relative(process.cwd(), path);
  return short.length < path.length ? short : path;
}
