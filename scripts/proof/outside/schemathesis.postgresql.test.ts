// The whole service under schemathesis: no failure beyond the allow-list, and no idle entry in it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { routes } from '../../../generated/routes.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { audit } from '../../../server/store/keeping/audit.ts';
import { openTestStore } from '../../../server/store/testing/store.ts';
import { freePort } from '../../stage/listening.ts';
import { type FuzzedOptions, serveFuzzed, wrongPlan } from '../fuzz/service.ts';
import { type World, prepareWorld, secretOf } from '../fuzz/world.ts';
import allowances from './allowances.json' with { type: 'json' };
import { judged } from './failures.ts';
import { type Question, type Report, reportOf } from './schemathesis.ts';

let store: Store;
let world: World;
beforeAll(async () => {
  store = await openTestStore();
  world = await prepareWorld(store, `http://127.0.0.1:${await freePort()}`);
});
afterAll(() => store.close());

type Run = { report: Report; failures: readonly unknown[] };

async function ran(question: Omit<Question, 'baseUrl' | 'key'>, options: FuzzedOptions = {}): Promise<Run> {
  const service = await serveFuzzed(store, { at: world.baseUrl, ...options });
  try {
    const report = await reportOf({ baseUrl: service.baseUrl, key: secretOf(world, 'live'), ...question });
    return { report, failures: service.failures };
  } finally {
    await service.close();
  }
}

it('finds nothing that is not allowed, in every phase, and needs every allowance', async () => {
  const { report, failures } = await ran({ phases: 'examples,coverage,fuzzing,stateful', examples: 20 });
  const { unexplained, idle } = judged(report.failures, allowances);
  expect(unexplained.slice(0, 5)).toEqual([]);
  expect(idle).toEqual([]);
  expect([report.errors, failures]).toEqual([[], []]);
  expect(report.phases.toSorted()).toEqual(['coverage', 'examples', 'fuzzing', 'stateful']);
  expect(report.operations).toBe(Object.keys(routes).length);
  expect(report.cases).toBeGreaterThan(2_000);
  expect((await audit(store.db)).drifts).toEqual([]);
});

it('finds a field of another type than the contract has', async () => {
  const { report } = await ran(
    { phases: 'examples', examples: 1, operation: 'getStatus' },
    {
      changed: ({ accounts }) => ({
        accounts: { ...accounts, standing: async (one) => wrongPlan(await accounts.standing(one)) },
      }),
    },
  );
  const { unexplained } = judged(report.failures, allowances);
  expect(unexplained.map(({ check, operation }) => [check, operation])).toEqual([
    ['response_schema_conformance', 'GET /v1/status'],
  ]);
});
