// Service process whose output is recorded: its logs, and every answer with head and body.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Browser, type Seen } from '../../../server/pages/testing/browser.ts';
import { end, hasEnded, withUs } from '../../stage/children.ts';
import { freePort } from '../../stage/listening.ts';

export type Heard = { readonly asked: string; readonly text: string };

export class Service {
  readonly address: string;
  readonly metrics: string;
  readonly heard: Heard[] = [];
  printed = '';
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, address: string, metrics: string) {
    this.#child = child;
    this.address = address;
    this.metrics = metrics;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.printed += chunk.toString()));
    }
  }

  /** `main` is the entry point of a build. Logs at the most detailed level. */
  static async start(main: string, env: Record<string, string>): Promise<Service> {
    const [port, metricsPort] = [await freePort(), await freePort()];
    const address = `http://127.0.0.1:${port}`;
    const own = { PORT: String(port), METRICS_PORT: String(metricsPort), BASE_URL: address, LOG_LEVEL: 'trace' };
    const spawned = spawn(process.execPath, [main], {
      env: { PATH: process.env['PATH'], ...own, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const child = withUs(spawned);
    const service = new Service(child, address, `http://127.0.0.1:${metricsPort}/metrics`);
    for (;;) {
      if (service.printed.includes('listening on')) return service;
      if (hasEnded(child)) throw new Error(`the service ended:\n${service.printed}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** A browser or program whose answers are recorded. */
  visitor(): Browser {
    return new RecordingBrowser(this);
  }

  /** Sends bytes that are not a request, and records the reply. */
  async raw(bytes: string): Promise<void> {
    const { port } = new URL(this.address);
    const socket = connect(Number(port), '127.0.0.1', () => socket.end(bytes));
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    await once(socket, 'close');
    this.heard.push({ asked: 'RAW', text });
  }

  async stop(): Promise<void> {
    await end(this.#child, 'SIGTERM');
  }
}

class RecordingBrowser extends Browser {
  readonly #service: Service;

  constructor(service: Service) {
    super(service.address);
    this.#service = service;
  }

  override async send(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Seen> {
    const seen = await super.send(path, init);
    const head = [...seen.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    this.#service.heard.push({ asked: `${init.method ?? 'GET'} ${path}`, text: `${head}\n\n${seen.text}` });
    return seen;
  }
}
