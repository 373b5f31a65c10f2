// Holder of an embedded store: its lock file, and this machine's knowledge of its process.
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** `beat` grows while the holder lives, so no two clocks need to agree. */
export type Holder = {
  token: string;
  pid: number;
  host: string;
  boot: string;
  /** Of the network, in which the socket is seen; and of process ids. */
  namespace: string;
  pid_namespace?: string;
  /** Start of the process in ticks since boot: a reused process id has another one. */
  started?: string;
  /** False if another user had taken the name of the socket. */
  has_socket?: boolean;
  beat: number;
};

export function self(hasSocket: boolean): Holder {
  return {
    token: randomUUID(),
    pid: process.pid,
    host: hostname(),
    boot: fromKernel(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: fromKernel(() => readlinkSync('/proc/self/ns/net')),
    pid_namespace: fromKernel(() => readlinkSync('/proc/self/ns/pid')),
    started: startOf(process.pid),
    has_socket: hasSocket,
    beat: 0,
  };
}

/** Empty if the kernel does not report it, which is everywhere but on Linux. */
function fromKernel(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

/** Behind the name of the program, which may hold spaces and brackets, it is the twentieth field. */
function startOf(pid: number): string {
  return fromKernel(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '');
}

/** `unknown` if only its beats can decide: on another machine, or in another container. */
export type Fate = 'gone' | 'lives' | 'unknown';

export function fateOf(holder: Holder, me: Holder): Fate {
  if (holder.host !== me.host) return 'unknown';
  if (holder.boot !== me.boot) return 'gone';
  // Both would have the socket, and I have it.
  if (me.has_socket === true && holder.has_socket !== false)
    return holder.namespace === me.namespace ? 'gone' : 'unknown';
  if ((holder.pid_namespace ?? me.pid_namespace) !== me.pid_namespace) return 'unknown';
  if (!isRunning(holder.pid)) return 'gone';
  const started = startOf(holder.pid);
  if (started === '' || holder.started === undefined) return 'unknown';
  return started === holder.started ? 'lives' : 'gone';
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
