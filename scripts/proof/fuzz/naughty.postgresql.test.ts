// 461 naughty strings in every string input of the contract: each is taken as it is or refused as documented.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../server/contract/description.ts';
import { researchTools } from '../../../server/mcp/tools.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { StoreUnavailable } from '../../../server/store/engine/failures.ts';
import { openTestStore } from '../../../server/store/testing/store.ts';
import type { ChatService } from '../../../server/testing/mcp.ts';
import { faultsOf } from './check.ts';
import { type Input, apiInputs, chatInputs, naughty, oauthInputs } from './naughty.ts';
import { operations, patiently } from './run.ts';
import { bytesOf } from './sent.ts';
import { serveFuzzed } from './service.ts';
import { type Answer, Connection, headerOf } from './wire.ts';
import { type World, prepareWorld } from './world.ts';

let store: Store;
let service: ChatService;
let world: World;
beforeAll(async () => {
  store = await openTestStore();
  service = await serveFuzzed(store);
  world = await prepareWorld(store, service.baseUrl);
});
afterAll(async () => {
  await service.close();
  await store.close();
});

const CONNECTIONS = 8;

type Outcome = { asked: number; faults: string[]; taken: Map<string, Answer> };

/** Asks with every string; what was answered 200 or led on is kept by the string. */
async function askedAll(inputs: readonly Input[]): Promise<Outcome> {
  const queue = inputs.flatMap((input) => naughty.map((text) => ({ input, text })));
  const faults: string[] = [];
  const taken = new Map<string, Answer>();
  let asked = 0;
  const worker = async (): Promise<void> => {
    const connection = new Connection(Number(new URL(service.baseUrl).port));
    for (let one = queue.pop(); one !== undefined; one = queue.pop()) {
      const { input, text } = one;
      const sent = input.request(text);
      try {
        const answer = await patiently(() => connection.exchange(bytesOf(sent), false));
        faults.push(...faultsOf(sent, answer, service.baseUrl).map((fault) => `${input.name} ${text}: ${fault}`));
        if (answer.status < 400) taken.set(`${input.name} ${text}`, answer);
      } catch (thrown) {
        faults.push(`${input.name} ${text}: ${String(thrown)}`);
      }
      asked += 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  return { asked, faults: faults.slice(0, 10), taken };
}

const inFolder = (prefix: string) => operations.filter(({ path }) => path.startsWith(prefix));

describe(`${naughty.length} naughty strings`, () => {
  it('in each query, path and header of the research: as documented', async () => {
    const inputs = apiInputs([...inFolder('/v1/'), ...inFolder('/log/')], world);
    const { asked, faults } = await askedAll(inputs);
    expect(faults).toEqual([]);
    expect([naughty.length, inputs.length, asked]).toEqual([461, 128, 461 * 128]);
  });

  it('in each field of a device login: as documented, and a name that is taken is kept as it was sent', async () => {
    const inputs = apiInputs(inFolder('/api/'), world);
    const { asked, faults, taken } = await askedAll(inputs);
    expect(faults).toEqual([]);
    expect([inputs.length, asked]).toEqual([9, 461 * 9]);
    const kept = new Set<string>(await store.db('device_grant').distinct('device_name').pluck('device_name'));
    const names = naughty.filter((text) => taken.has(`initiateDevice body.deviceName ${text}`));
    expect([names.length > 200, names.filter((name) => !kept.has(name))]).toEqual([true, []]);
  });

  it('in each field of the authorization server: as documented, and a state comes back as it was sent', async () => {
    const inputs = oauthInputs(inFolder('/oauth/'), world);
    const { asked, faults, taken } = await askedAll(inputs);
    expect(faults).toEqual([]);
    expect([inputs.length, asked]).toEqual([29, 461 * 29]);
    // Who is not signed in is sent to do so, and from there back with the whole address.
    const back = naughty.flatMap((text) => {
      const answer = taken.get(`authorizePage query.state ${text}`);
      const location = new URL(answer === undefined ? '' : (headerOf(answer, 'location') ?? ''), service.baseUrl);
      const returnTo = location.searchParams.get('return_to');
      return returnTo === null ? [] : [[text, new URL(returnTo, service.baseUrl).searchParams.get('state')]];
    });
    expect([back.length > 300, back.filter(([sent, came]) => sent !== (came ?? ''))]).toEqual([true, []]);
  });

  it('in each argument of a tool: a result or a refusal of the protocol', async () => {
    const inputs = chatInputs([...researchTools(contract(), 'https://research.example').values()], world);
    const { asked, faults } = await askedAll(inputs);
    expect(faults).toEqual([]);
    expect([inputs.length, asked]).toEqual([35, 461 * 35]);
  });

  it('are no failure of the service', () => {
    expect(service.failures.filter(({ cause }) => !(cause instanceof StoreUnavailable))).toEqual([]);
  });
});
