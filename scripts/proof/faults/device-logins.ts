// Device logins polled by four at once over servers that are killed meanwhile: what each poller was told, and what the store holds.
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type DeviceLogin, createDeviceLogin, decideLogin } from '../../../server/access/devices/device-login.ts';
import { sha256 } from '../../../server/access/secrets.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { type TestAdmin, makeTestAdmin } from '../../../server/testing/device.ts';
import { random } from '../../../server/testing/random.ts';
import type { ServerProcess } from './stage/server-process.ts';
import { type Beside, beside } from './beside.ts';
import { eachOf, inTurn } from './stage/world.ts';

export type LoginPlan = { seed: number; flows: number; pollers: number; kills: number };

type Login = Awaited<ReturnType<DeviceLogin['start']>>;
type PollBody = { status?: string; apiKey?: string; interval?: number };
/** Status 0 where the connection broke before the answer was whole. */
type PollTold = { status: number; body: PollBody };
type Flow = { login: Login; decision: 'approve' | 'deny'; rounds: PollTold[][] };

export type LoginReport = {
  faults: string[];
  kills: number;
  delivered: number;
  /** Delivered to a connection that broke: the specification's authorized without a key. */
  lost: number;
  denied: number;
  slowed: number;
  broken: number;
  /** Every secret that a client was ever given. */
  secrets: Set<string>;
};

/** Flows that are under way at once, and rounds of polls that one of them may take. */
const FLOWS_AT_ONCE = 6;
const ROUNDS_MAX = 60;

export async function loginRun(
  plan: LoginPlan,
  store: Store,
  processes: readonly ServerProcess[],
): Promise<LoginReport> {
  const admin = await makeTestAdmin(store);
  const agent = new Agent({ keepAlive: true });
  const done = { flows: 0, kills: 0 };
  const up = new Set(processes);
  const next = inTurn(processes);
  // As a load balancer does: whoever is down is not asked, and who dies meanwhile breaks the connection.
  const choose = (): string => {
    const address = next();
    return [...up].some((one) => one.address === address) ? address : next();
  };
  const flows: Flow[] = [];
  const polling = { store, admin, plan, poll: (code: string) => ask(agent, choose(), code) };
  const run = beside();
  try {
    const killing = run.begin(() => killInTurn(processes, { ...plan, done, up, run }));
    await eachOf(Array(plan.flows).keys(), FLOWS_AT_ONCE, async (number) => {
      // Kills keep pace: none is left over for when all logins have ended.
      await run.until(() => number <= ((done.kills + 1) * plan.flows) / plan.kills);
      flows.push(await runFlow(number, polling));
      done.flows += 1;
    });
    await killing;
  } finally {
    await run.end();
    agent.destroy();
  }
  return verdict(flows, { store, admin, kills: done.kills });
}

type Killing = LoginPlan & { done: { flows: number; kills: number }; up: Set<ServerProcess>; run: Beside };

/** A kill after each so many flows, whichever process is next, in the midst of what it answers. */
async function killInTurn(
  processes: readonly ServerProcess[],
  { flows, kills, seed, done, up, run }: Killing,
): Promise<void> {
  const next = random(seed);
  for (; done.kills < kills; done.kills += 1) {
    const due = Math.floor((done.kills * flows) / kills);
    await run.until(() => done.flows >= due);
    await setTimeout(Math.floor(next() * 60));
    const one = processes[done.kills % processes.length];
    if (one === undefined) throw new Error('there is no process to kill');
    const killed = one.kill();
    up.delete(one);
    if (!(await killed)) throw new Error('a server had ended by itself');
    await one.start();
    up.add(one);
  }
}

type Polling = { store: Store; admin: TestAdmin; plan: LoginPlan; poll: (code: string) => Promise<PollTold> };

/** Rounds of polls at once, with the decision among those of the second, until one is told how it ended. */
async function runFlow(number: number, { store, admin, plan, poll }: Polling): Promise<Flow> {
  const login = await createDeviceLogin({ db: store.db, randomBytes }).start({
    deviceName: `canary-${number}`,
    acquisition: {},
    askedFrom: '192.0.2.1',
  });
  const flow: Flow = { login, decision: number % 10 === 9 ? 'deny' : 'approve', rounds: [] };
  const pollOnce = () => poll(login.deviceCode);
  const { userId, workspaceId } = admin;
  const { userCode } = login;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    // As if an interval of any length had passed.
    await store.db.raw('update device_grant set polled_at = null where acquisition_id = ?', [login.acquisitionId]);
    const polls = Promise.all(Array.from({ length: plan.pollers }, pollOnce));
    if (round === 1) await decideLogin(store.db, { userCode, decision: flow.decision, userId, workspaceId });
    flow.rounds.push(await polls);
    const ended = flow.rounds.at(-1)?.some(({ body }) => body.status === 'authorized' || body.status === 'denied');
    if (ended === true) return flow;
    // While both processes are away there is nobody to poll.
    if (flow.rounds.at(-1)?.every(({ status }) => status === 0) === true) await setTimeout(100);
  }
  return flow;
}

async function verdict(
  flows: readonly Flow[],
  { store, admin, kills }: { store: Store; admin: TestAdmin; kills: number },
): Promise<LoginReport> {
  const report: LoginReport = {
    faults: [],
    kills,
    delivered: 0,
    lost: 0,
    denied: 0,
    slowed: 0,
    broken: 0,
    secrets: new Set(flows.flatMap(({ login }) => [login.deviceCode, login.userCode])),
  };
  const { rows } = await store.db.raw(
    `select g.acquisition_id, g.status, g.poll_interval, g.key_id, encode(k.key_sha256, 'hex') as digest, k.workspace_id,
            (select count(*) from api_key o where o.acquisition_id = g.acquisition_id) as keys
       from device_grant g left join api_key k on k.key_id = g.key_id`,
  );
  const grants = new Map((rows as GrantRow[]).map((row) => [row.acquisition_id, row]));
  for (const flow of flows) judge(flow, { grant: grants.get(flow.login.acquisitionId), admin, report });
  return report;
}

type GrantRow = {
  acquisition_id: string;
  status: string;
  poll_interval: number;
  key_id: string | null;
  digest: string | null;
  workspace_id: string | null;
  keys: number;
};

function judge(
  { login, decision, rounds }: Flow,
  { grant, admin, report }: { grant: GrantRow | undefined; admin: TestAdmin; report: LoginReport },
): void {
  const fault = (what: string): void => void report.faults.push(`${login.acquisitionId}: ${what}`);
  if (grant === undefined) return fault('its row is gone');
  const told = rounds.flat();
  const keys = told.flatMap(({ body }) => (body.apiKey === undefined ? [] : [body.apiKey]));
  const slowed = told.flatMap(({ status, body }) => (status === 429 ? [body.interval ?? 0] : []));
  for (const key of keys) report.secrets.add(key);
  report.slowed += slowed.length;
  report.broken += told.filter(({ status }) => status === 0).length;
  if (keys.length > 1) fault(`${keys.length} keys were delivered`);
  if (told.some(({ status }) => ![0, 200, 429, 503].includes(status))) fault('an answer that was not due');
  for (const round of rounds) {
    if (round.filter(({ status }) => status === 200).length > 1) fault('two polls of one moment were both answered');
  }
  const growing = slowed.filter((interval) => interval < 60);
  if (new Set(growing).size !== growing.length) fault(`an interval was told twice: ${slowed.join(' ')}`);
  if (Math.max(5, ...slowed) > grant.poll_interval) fault(`an interval became shorter: ${grant.poll_interval}`);
  if (decision === 'deny') {
    report.denied += 1;
    if (grant.status !== 'denied' || grant.keys !== 0 || keys.length > 0) fault(`denied, and it is ${grant.status}`);
    return;
  }
  if (grant.status !== 'delivered' || grant.keys !== 1) fault(`${grant.status} with ${grant.keys} keys`);
  if (grant.workspace_id !== admin.workspaceId) fault('its key is of another workspace');
  const [key] = keys;
  if (key === undefined) report.lost += 1;
  else if (sha256(key).toString('hex') !== grant.digest)
    fault('the key that was delivered is not the one that is kept');
  else report.delivered += 1;
}

const ANSWER_MS_MAX = 20_000;

function ask(agent: Agent, address: string, deviceCode: string): Promise<PollTold> {
  const broken: PollTold = { status: 0, body: {} };
  const headers = { authorization: `Bearer ${deviceCode}` };
  return new Promise((resolve) => {
    const sent = request(`${address}/api/auth/cli/poll`, { agent, headers, timeout: ANSWER_MS_MAX }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('close', () => {
        const { complete, statusCode = 0 } = response;
        resolve(
          complete ? { status: statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) as PollBody } : broken,
        );
      });
      response.on('error', () => resolve(broken));
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(broken));
    sent.end();
  });
}
