// Writer of fixtures/documents/invalid.ndjson: for each constraint of the contract, documents that only it refuses. Run
// it to add constraints; existing lines stay, because they reveal a loosened contract.
import { existsSync, writeFileSync } from 'node:fs';
import { contract } from '../server/contract/description.ts';
import { attacksOn } from '../server/contract/testing/attack.ts';
import type { Mutation } from '../server/contract/testing/documents.ts';
import {
  createJudge,
  frozenFile,
  frozenMutations,
  mutated,
  validDocuments,
} from '../server/contract/testing/documents.ts';

const description = contract();
const fits = createJudge(description);
const kept = existsSync(frozenFile) ? frozenMutations() : [];

/** Mutations that break each constraint, at the first place that has it. */
const ways = new Map<string, Mutation[]>();
const known = new Set<string>();
for (const one of validDocuments()) {
  for (const { constraint, ...mutation } of attacksOn(description, one)) {
    const way = `${constraint} ${mutation.why}`;
    if (known.has(way)) continue;
    known.add(way);
    if (fits(mutation.schema, mutated(one.document, mutation))) throw new Error(`${one.name} ${way} is accepted`);
    ways.set(constraint, [...(ways.get(constraint) ?? []), mutation]);
  }
}

// The first mutation of each constraint that no other refuses; for patterns, two in turn. All places would add a
// megabyte and no proof.
const lines = [...ways].flatMap(([constraint, [first, ...others]], turn) => {
  const second = constraint.endsWith('/pattern') ? others[turn % others.length] : undefined;
  return [first, second].filter((one) => one !== undefined);
});
const keyOf = ({ fixture, pointer, why }: Mutation): string => `${fixture} ${pointer} ${why}`;
const present = new Set(kept.map(keyOf));
const added = lines.filter((line) => !present.has(keyOf(line)));
writeFileSync(frozenFile, [...kept, ...added].map((line) => `${JSON.stringify(line)}\n`).join(''));
process.stderr.write(`${kept.length} broken documents kept, ${added.length} added\n`);
