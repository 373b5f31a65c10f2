// Wrong designs of metering, each plausible and each wrong under a kill, a race or a lost answer: the fault tests must catch them.
import type { PlantedDefect } from '../../house/planted-defects.ts';

const killed = {
  file: 'scripts/proof/faults/kills.postgresql.test.ts',
  project: 'postgresql',
  name: 'lose no credit',
} as const;
const unheard = {
  file: 'scripts/proof/faults/lost-acknowledgements.postgresql.test.ts',
  project: 'postgresql',
  name: 'are delivered for one unit each',
} as const;
const raced = (name: string) =>
  ({ file: 'scripts/proof/faults/races.postgresql.test.ts', project: 'postgresql', name }) as const;

const skewed = {
  file: 'scripts/proof/faults/clock-skew.postgresql.test.ts',
  project: 'postgresql',
  name: 'have one time',
} as const;

export const plantedDesigns: readonly PlantedDefect[] = [
  {
    name: 'the bytes are kept after the charge',
    file: 'server/metering/meter.ts',
    find: `      const charge = outcome.paidFrom === 'none' ? 0 : 1;
`,
    replace: `      const charge = outcome.paidFrom === 'none' ? 0 : 1;
      await options.ledger.keep(answer);
`,
    also: {
      find: 'if (!(await options.ledger.keep(answer))) {',
      replace: 'if (answer.bytes.length === 0) {',
    },
    test: killed,
  },
  {
    name: 'a repetition is built from the newest research',
    file: 'server/metering/meter.ts',
    find: 'mine?.sha256 === sha256 ? mine : await keptAnswer(options, known.digest)',
    replace: 'mine ?? (await keptAnswer(options, known.digest))',
    test: killed,
  },
  {
    name: 'a commit is acknowledged before it is on disk',
    file: 'server/store/engine/store-client.ts',
    find: "const byKey = { enable_seqscan: 'off'",
    replace: "const byKey = { synchronous_commit: 'off', enable_seqscan: 'off'",
    test: killed,
  },
  {
    name: 'an entry whose id was charged meanwhile is passed over, and paid for once more',
    file: 'server/store/ledger/charge-statement.ts',
    find: 'from paid where paid_from is not null),',
    replace: 'from paid where paid_from is not null on conflict do nothing),',
    test: raced('are 1,000 debits'),
  },
  {
    name: 'a balance is read without its lock',
    file: 'server/store/ledger/charge-statement.ts',
    find: 'order by account_id for update),',
    replace: 'order by account_id),',
    // By two batches of which one waits for the other: a busy machine may let six calls pass each other by.
    test: {
      file: 'server/store/ledger/charge.postgresql.test.ts',
      project: 'postgresql',
      name: 'the last request is spent once',
    },
  },
  {
    name: 'a 402 is sent without looking the id up',
    file: 'server/metering/meter.ts',
    find: "outcome.kind === 'moved'\n          ? null",
    replace: "outcome.kind === 'moved' || outcome.kind === 'unpaid'\n          ? null",
    test: raced('pays for an id'),
  },
  {
    name: 'a revoked key lives on in a cache for a moment',
    file: 'server/store/ledger/charge-statement.ts',
    find: 'where key_sha256 = i.key_sha256 and revoked_at is null',
    replace:
      "where key_sha256 = i.key_sha256 and (revoked_at is null or revoked_at > now() - interval '250 milliseconds')",
    test: raced('are refused by both processes'),
  },
  {
    name: 'a charge whose answer was lost is taken for done',
    file: 'server/metering/meter.ts',
    find: "tries.isUnknown ||= failure === 'cut-off' || failure === 'broken';",
    replace: `tries.isUnknown ||= failure === 'cut-off' || failure === 'broken';
      const whoever = { keyId: '', accountId: '', collection: 'live', left: 0 } as const;
      if (tries.isUnknown) return { kind: 'charged', paidFrom: 'prepaid', ...whoever };`,
    test: unheard,
  },
  {
    name: 'a charge whose answer was lost is sent again under a new id',
    file: 'server/metering/meter.ts',
    find: 'await ledger.charge(charge, payers',
    replace: "await ledger.charge(tries.isUnknown ? { ...charge, requestId: charge.requestId + '-2' } : charge, payers",
    test: unheard,
  },
  {
    name: 'an unknown outcome is called not charged',
    file: 'server/contract/problems.ts',
    find: 'return new ProblemError(code, { detail, charged: null,',
    replace: 'return new ProblemError(code, { detail,',
    test: {
      file: 'scripts/proof/faults/unknown-outcomes.postgresql.test.ts',
      project: 'postgresql',
      name: 'whoever sent no id',
    },
  },
  {
    name: 'each server goes by its own clock',
    file: 'server/process/service-clock.ts',
    find: 'Math.floor((origin ?? 0) + elapsed())',
    replace: 'Date.now()',
    test: skewed,
  },
  {
    name: 'an access token ends by the clock of its server',
    file: 'server/mcp/visit.ts',
    find: 'expiresAt: Number.MAX_SAFE_INTEGER,',
    replace: 'expiresAt: Math.ceil(Date.parse(found.expires_at) / 1_000),',
    test: skewed,
  },
];
