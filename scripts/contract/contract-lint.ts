// Lint of the contract, for rules that Redocly does not know; as a program it prints each finding and fails if there is
// one.
import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { compiles, defaults } from './lint/compile.ts';
import { operations, parameters, problems } from './lint/operation-rules.ts';
import { examples } from './lint/example-rules.ts';
import { names, spellings } from './lint/spelling-rules.ts';
import {
  bounds,
  closedObjects,
  descriptions,
  formats,
  keywords,
  refSiblings,
  unions,
  unusedComponents,
} from './lint/schema-rules.ts';
import type { LintFault, Json } from './lint/walk.ts';
import { contractScore, contractScoreMin } from './contract-score.ts';

const rules = {
  'ref-siblings': refSiblings,
  keywords,
  spellings,
  names,
  'closed-objects': closedObjects,
  unions,
  bounds,
  defaults,
  formats,
  compiles,
  parameters,
  operations,
  problems,
  descriptions,
  examples,
  'unused-components': unusedComponents,
} as const satisfies Record<string, (contract: Json) => readonly LintFault[]>;

export type RuleName = keyof typeof rules;

export const ruleNames = Object.keys(rules) as readonly RuleName[];

export function lintContract(contract: Json, names: readonly RuleName[] = ruleNames): readonly LintFault[] {
  return names.flatMap((name) => rules[name](contract));
}

async function main(): Promise<number> {
  const text = await readFile(new URL('../../generated/openapi.json', import.meta.url), 'utf8');
  const { 'x-generated': _mark, ...contract } = JSON.parse(text) as Json;
  const findings = lintContract(contract);
  for (const { rule, pointer, message } of findings) process.stdout.write(`${rule}  ${pointer}: ${message}\n`);
  const score = await contractScore();
  process.stdout.write(
    `${findings.length} findings by ${ruleNames.length} rules; Agent Readiness ${score.agentReadiness} of at least ${contractScoreMin}\n`,
  );
  return findings.length > 0 || score.agentReadiness < contractScoreMin ? 1 : 0;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = await main();
}
