// Consumer programs of the packed client: by import, by require, in strict TypeScript, and the examples of the README.
import { readFile } from 'node:fs/promises';

const names = 'ResearchClient, ResearchError, ResearchResult, diff, isComplete, isResearchError, isUsable, verify';

/** One program for every module system: it prints its results as JSON, for a test to compare. */
const body = `
async function main() {
  const client = new ResearchClient({ baseUrl: process.env.SERVICE_BASE_URL ?? '', maxCharge: 50 });
  const brief = await client.brief({ ticker: 'NWTB' });
  if (brief.data.view !== 'overview') throw new Error('not an overview');
  const full = await client.brief({ ticker: 'NWTB', detail: 'full', as_of: brief.asOf ?? '' });
  const theses = full.data.view === 'full' ? full.data.theses.length : -1;
  const held = await client.brief({ ticker: 'NWTB' }, { held: brief });
  const beliefs = [];
  for await (const { belief_id } of client.beliefs({ ticker: 'KLPF', limit: 3 })) beliefs.push(belief_id);
  let pages = 0;
  for await (const page of client.sources({ limit: 20 }).pages()) pages += page.data.data.sources.length > 0 ? 1 : 0;
  const detail = await client.belief(beliefs[0] ?? '');
  const evidenceId = brief.data.citations[0]?.evidence_id ?? '';
  const evidence = await client.evidence(evidenceId, { as_of: brief.asOf ?? '' });
  const report = await verify(brief, { evidence: [evidence] });
  const april = await client.brief({ ticker: 'NWTB', as_of: '2026-04-01T00:00:00Z' });
  const refused = await client.brief({ ticker: 'ZZZZ' }).then(() => null, (error) => error);
  const { data: status } = await client.status();
  const told = {
    name: brief.data.security.name,
    action: brief.data.trade_state.action,
    asOf: brief.asOf,
    digest: brief.digest,
    isResult: brief instanceof ResearchResult,
    complete: isComplete(brief).complete,
    theses,
    notModified: held.notModified,
    beliefs,
    pages,
    revisions: detail.data.data.belief.revisions.length,
    verified: [report.ok, report.failed, report.passed > 2],
    changes: diff(april, brief).length,
    refused: isResearchError(refused) ? [refused.code, refused.status, refused.charged, refused instanceof ResearchError] : null,
    usable: isUsable(status).reason,
    tickers: (await client.tickers()).data.tickers.length,
    charged: client.usage.charged,
  };
  console.log(JSON.stringify(told));
}
main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
`;

/** The same program with the types of a strict consumer, and a line that must not compile. */
const typed = body
  .replace('const beliefs = [];', 'const beliefs: string[] = [];')
  .replace('(error) => error);', '(error: unknown) => error);')
  .replace('.catch((error) =>', '.catch((error: unknown) =>')
  .replaceAll('process.env.SERVICE_BASE_URL', "process.env['SERVICE_BASE_URL']");
const refusedLine = `
// @ts-expect-error both subjects
export const wrong = (client: ResearchClient) => client.brief({ ticker: 'A', entity_id: 'x' });
`;

export const esmProgram = `import { ${names} } from '@research-intelligence/client';\n${body}`;
export const cjsProgram = `const { ${names} } = require('@research-intelligence/client');\n${body}`;
export const typedProgram = `import { ${names} } from '@research-intelligence/client';\n${typed}${refusedLine}`;

export type Block = { name: string; code: string };

/** Code blocks of the README, each a program. */
export async function readmeBlocks(readme: string | URL): Promise<readonly Block[]> {
  const text = await readFile(readme, 'utf8');
  return [...text.matchAll(/\n```ts\n([\s\S]*?)```/g)].map(([, code = ''], index) => ({
    name: `readme-${index + 1}`,
    code,
  }));
}

/** Command blocks of the README, each a shell script. */
export async function shellBlocks(readme: string | URL): Promise<readonly Block[]> {
  const text = await readFile(readme, 'utf8');
  return [...text.matchAll(/\n```sh\n([\s\S]*?)```/g)].map(([, code = ''], index) => ({
    name: `sh-${index + 1}`,
    code,
  }));
}
