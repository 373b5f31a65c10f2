// Writer of fixtures/documents/invalid.ndjson: for each constraint of the contract, documents that only it refuses. Run
// it to add constraints; existing lines stay, because they reveal a loosened contract.
import { existsSync, writeFileSync } from 'node:fs';
import { contract } from '../server/contract/description.ts';
import {
  brokenBy,
  createJudge,
  frozenFile,
  frozenMutations,
  validDocuments,
} from '../server/contract/testing/documents.ts';
import { missingMutations, unfitDocuments } from '../server/contract/testing/frozen.ts';

const description = contract();
const documents = validDocuments();
const unfit = unfitDocuments(description, documents);
if (unfit.length > 0) {
  console.error(
    `${unfit.join('\n')}\nCorrect each document there, then run \`npx tsx scripts/freeze-invalid.ts\` again.`,
  );
  process.exit(1);
}

const kept = existsSync(frozenFile) ? frozenMutations() : [];
const added = missingMutations(description, documents, kept);
const fits = createJudge(description);
const broken = brokenBy(documents);
for (const line of added) {
  if (fits(line.schema, broken(line))) throw new Error(`${line.fixture} ${line.pointer} ${line.why} is accepted`);
}
writeFileSync(frozenFile, [...kept, ...added].map((line) => `${JSON.stringify(line)}\n`).join(''));
process.stderr.write(`${kept.length} broken documents kept, ${added.length} added\n`);
