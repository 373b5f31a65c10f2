// A service in a process of its own whose every word is kept: what it prints, and each answer of it with head and body.
import { once } from 'node:events';
import { connect } from 'node:net';
import { Browser, type PageResponse } from '../../../server/pages/testing/browser.ts';
import { freePort } from '../../stage/listening.ts';
import { type ServiceProcess, spawnService } from '../../stage/service-process.ts';

export type Heard = { readonly asked: string; readonly text: string };

export class Service {
  readonly address: string;
  readonly metrics: string;
  readonly heard: Heard[] = [];
  printed = '';
  readonly #running: ServiceProcess;

  private constructor(running: ServiceProcess, metrics: string) {
    this.#running = running;
    this.address = running.address;
    this.metrics = metrics;
    for (const stream of [running.child.stdout, running.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => (this.printed += chunk.toString()));
    }
  }

  /** `main`: of a build. With the most talkative log that there is. */
  static async start(main: string, env: Record<string, string>): Promise<Service> {
    const [port, metricsPort] = [await freePort(), await freePort()];
    const address = `http://127.0.0.1:${port}`;
    const own = { METRICS_PORT: String(metricsPort), BASE_URL: address, LOG_LEVEL: 'trace' };
    const running = spawnService({ args: [main], port, env: { ...own, ...env } });
    const service = new Service(running, `http://127.0.0.1:${metricsPort}/metrics`);
    await running.listening;
    return service;
  }

  /** A browser, or a program, whose answers are kept. */
  visitor(): Browser {
    return new Watched(this);
  }

  /** Bytes that are no request; what comes back is kept too. */
  async raw(bytes: string): Promise<void> {
    const { port } = new URL(this.address);
    const socket = connect(Number(port), '127.0.0.1', () => socket.end(bytes));
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    await once(socket, 'close');
    this.heard.push({ asked: 'RAW', text });
  }

  async stop(): Promise<void> {
    await this.#running.end();
  }
}

class Watched extends Browser {
  readonly #service: Service;

  constructor(service: Service) {
    super(service.address);
    this.#service = service;
  }

  override async send(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<PageResponse> {
    const seen = await super.send(path, init);
    const head = [...seen.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    this.#service.heard.push({ asked: `${init.method ?? 'GET'} ${path}`, text: `${head}\n\n${seen.text}` });
    return seen;
  }
}
