// The fuzzer: so many requests of one seed over a few connections, every answer checked, and a number for each that is wrong.
import { contract } from '../../../server/contract/description.ts';
import { researchTools } from '../../../server/mcp/tools.ts';
import { chatRequest } from './chat-requests.ts';
import { faultsOf } from './check.ts';
import { type Operation, operationsOf } from './contract.ts';
import { Draw } from './draw.ts';
import { authorizeRequest, formRequest, pageRequest } from './page-requests.ts';
import { operationRequest, refusedRequest } from './requests.ts';
import { type FuzzRequest, anything, bytesOf } from './sent.ts';
import { chargeOf } from './units.ts';
import { type Answer, Connection } from './wire.ts';
import type { World } from './world.ts';

export type Fault = { seed: number; number: number; request: string; faults: readonly string[] };

export type Report = {
  requests: number;
  /** `getBrief 200` -> how often. */
  answered: ReadonlyMap<string, number>;
  /** Units that answers said they had cost. */
  charged: number;
  faults: readonly Fault[];
  /** Asked again: the first time nothing came in time, or the store was not there. The second answer is judged. */
  again: number;
  slowest_ms: number;
};

export type FuzzOptions = {
  port: number;
  world: World;
  seed: number;
  /** The number of the first request: one number repeats one request. */
  from?: number;
  count: number;
  connections?: number;
  /** On a machine that others use: see patiently. */
  isPatient?: boolean;
  onProgress?: (done: number) => void | Promise<void>;
};

/** A run that meets this many is not worth going on with. */
const FAULTS_MAX = 20;
const CONNECTIONS = 16;
const PAUSE_MS = 5_000;

export const operations: readonly Operation[] = operationsOf(contract());
const tools = [...researchTools(contract(), 'https://research.example').values()];
const api = operations.filter(({ path }) => /^\/(?:v1|api|log)\//.test(path));
const forms = operations.filter(({ path }) => ['/oauth/token', '/oauth/revoke'].includes(path));
const consent = operations.filter(({ path }) => path === '/oauth/authorize');
const metadata = operations.filter(({ path }) => path.startsWith('/.well-known/'));

/** The request of this number: the same one in every run on a store of the same world. */
function requestOf(seed: number, number: number, world: World): FuzzRequest {
  const draw = new Draw(seed, number);
  const kind = draw.below(100);
  if (kind < 66) return operationRequest(draw, draw.pick(api), world);
  if (kind < 72) return refusedRequest(draw, [...api, ...forms, ...metadata], world);
  if (kind < 84) return chatRequest(draw, tools, world);
  if (kind < 91) return formRequest(draw, draw.pick(forms), world);
  if (kind < 94) return authorizeRequest(draw, draw.pick(consent), world);
  if (kind < 96) return { ...operationRequest(draw, draw.pick(metadata), world), expected: anything };
  return pageRequest(draw, world);
}

/** A busy machine may stall: a request without an answer, or with a 503, is repeated once, and that answer counts. */
export async function patiently(ask: () => Promise<Answer>, onAgain?: () => void): Promise<Answer> {
  const first = await ask().catch(() => null);
  if (first !== null && first.status !== 503 && first.status !== 408) return first;
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  onAgain?.();
  return ask();
}

export async function fuzz(options: FuzzOptions): Promise<Report> {
  const { port, world, seed, from = 0, count, connections = CONNECTIONS, isPatient = false, onProgress } = options;
  const answered = new Map<string, number>();
  const faults: Fault[] = [];
  let [next, done, charged, slowest, again] = [from, 0, 0, 0, 0];
  async function exchange(connection: Connection, sent: FuzzRequest): Promise<Answer> {
    const ask = (): Promise<Answer> => connection.exchange(bytesOf(sent), sent.method === 'HEAD');
    return isPatient ? patiently(ask, () => (again += 1)) : ask();
  }
  async function one(connection: Connection, number: number): Promise<void> {
    const sent = requestOf(seed, number, world);
    const report = (what: readonly string[]): void => {
      faults.push({ seed, number, request: shown(sent), faults: what });
    };
    try {
      const answer = await exchange(connection, sent);
      const name = `${sent.operation?.id ?? sent.kind} ${answer.status}`;
      answered.set(name, (answered.get(name) ?? 0) + 1);
      charged += chargeOf(answer, sent.kind === 'mcp');
      slowest = Math.max(slowest, answer.ms);
      const found = faultsOf(sent, answer, world.baseUrl);
      if (found.length > 0) report(found);
    } catch (thrown) {
      report([String(thrown)]);
    }
  }
  const worker = async (): Promise<void> => {
    const connection = new Connection(port);
    while (next < from + count && faults.length < FAULTS_MAX) {
      await one(connection, next++);
      done += 1;
      if (done % 1_000 === 0) await onProgress?.(done);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return { requests: done, answered, charged, faults, again, slowest_ms: Math.round(slowest) };
}

/** As much of a request as a person needs to see what it is; credentials are left out. */
function shown({ method, target, headers, body }: FuzzRequest): string {
  const lines = headers.map(([name, value]) => `${name}: ${name === 'Authorization' ? '…' : value.slice(0, 100)}`);
  const text = body === null ? '' : `\n${JSON.stringify(body.toString('latin1').slice(0, 300))} (${body.length} bytes)`;
  return `${method} ${target.slice(0, 300)}\n${lines.join('\n')}${text}`;
}

export function told({ requests, answered, charged, faults, again, slowest_ms: slowest }: Report): string {
  const lines = faults.slice(0, 5).map(({ seed, number, request, faults: what }) => {
    return `seed ${seed}, request ${number}: ${what.join('; ')}\n${request}`;
  });
  const kinds = [...answered].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => `  ${name}: ${count}`);
  return [
    `${requests} requests, ${charged} charged, slowest ${slowest} ms, ${faults.length} faults, ${again} asked again`,
    ...kinds,
    ...lines,
  ].join('\n');
}
