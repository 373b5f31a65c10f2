// Pages of errors: an index, and for each code of the catalogue its cause, its fix and its charge.
import { readFile } from 'node:fs/promises';
import {
  advice,
  catalogue,
  perhapsCharged,
  problem,
  ProblemError,
  type ProblemCode,
} from '../../server/contract/problems.ts';
import { fenced } from './recording/example-blocks.ts';
import { exampleAddress } from './recording/examples.ts';
import { guidesFolder, pageOf } from './guides.ts';
import type { Page } from './page.ts';
import type { Examples } from './recording/recordings.ts';

export const codes = Object.keys(catalogue) as ProblemCode[];

/** Causes by code, from the sections of server/docs/problems.md. */
export async function readCauses(root: URL): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(new URL(`${guidesFolder}problems.md`, root), 'utf8');
  const sections = text.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const cut = section.indexOf('\n');
      return [section.slice(0, cut).trim(), section.slice(cut).trim()];
    }),
  );
}

export async function problemPages(root: URL, examples: Examples): Promise<readonly Page[]> {
  const causes = await readCauses(root);
  const causeOf = (code: ProblemCode): string => {
    const cause = causes.get(code);
    if (cause === undefined) throw new Error(`server/docs/problems.md has no section on ${code}`);
    return cause;
  };
  return [indexPage(examples), ...codes.map((code) => codePage(code, causeOf(code), examples))];
}

function indexPage(examples: Examples): Page {
  const row = (code: ProblemCode): string => {
    const { status, title, retryable } = catalogue[code];
    return `| ${status} | [\`${code}\`](/docs/errors/${code}) | ${title} | ${retryable ? 'yes, the same request' : 'no, change it'} |`;
  };
  const body = `Every refusal is one JSON object of one shape (RFC 9457, \`application/problem+json\`), on every path. **None is ever charged.**

\`\`\`example problem-not-covered
\`\`\`

- \`code\` is what a program decides by. The list below is closed: a code is only added with a new version of the contract.
- \`type\` is the address of the page about that code, on this site.
- \`detail\` says what was wrong this time, \`errors\` every fault at once, each with its place and its fix.
- \`request_id\` is your own \`X-Request-ID\`, or the one that was made for you. Quote it when you ask somebody.
- \`retryable\` says whether the same request may succeed later. Then send it again **with the same \`X-Request-ID\`**, after \`Retry-After\` seconds where that header is there.

## All codes

| HTTP | code | what it says | does trying again help? |
|---|---|---|---|
${codes.map(row).join('\n')}

## Two protocols that answer in their own words

The device login answers 401, 410 and 429 of a poll with \`status\` and no problem ([device login](/docs/device-login)). The OAuth addresses answer errors in the shapes of their RFCs. In a chat, a refusal is a tool result with \`isError\` and a sentence that says what to do ([connect a chat](/docs/connect-a-chat)).
`;
  const about =
    'One shape for every refusal, and a page for each code: what happened, what to do, and whether it was charged.';
  return pageOf({ title: 'Errors', about, body }, '/docs/errors', examples);
}

const unknownCharge = `Not where the answer says \`"charged": false\`. Where it says \`null\`, the connection to the store broke under the charge, and the service cannot tell: repeat the request under its \`request_id\`, under which it is charged at most once ([charging](/docs/charging)).`;

function codePage(code: ProblemCode, cause: string, examples: Examples): Page {
  const { status, title, retryable } = catalogue[code];
  const isKnown = !perhapsCharged.has(code);
  const again = retryable
    ? 'Yes: the same request, unchanged and **with the same `X-Request-ID`**, after `Retry-After` seconds where that header is there. However often you send it, it is charged once at most.'
    : 'No: the same request would be refused again.';
  const name = `problem-${code}`;
  const isRecorded = examples.all.some(({ example }) => example.name === name);
  const shown = isRecorded
    ? `## An example\n\n\`\`\`example ${name}\n\`\`\``
    : `## What it looks like\n\n${fenced('json', JSON.stringify(problem(new ProblemError(code), { baseUrl: exampleAddress, requestId: 'req-5f1c' }), null, 2))}`;
  const body = `| | |
|---|---|
| Code | \`${code}\` |
| HTTP status | ${status} |
| Charged | **${isKnown ? 'never' : 'no, or not known'}** |
| Retry | ${retryable ? 'yes, unchanged' : 'no'} |

## What happened

${cause}

## What to do

${advice[code]}

## Does trying again help?

${again}

## Was it charged?

${isKnown ? 'No. Only a 200 of a metered read is ever charged, and this is none ([charging](/docs/charging)).' : unknownCharge}

${shown}

[All codes](/docs/errors)
`;
  const about = `${code}, HTTP ${status}: what happened, what to do, and whether it was charged.`;
  return pageOf({ title: `${title}`, about, body }, `/docs/errors/${code}`, examples);
}
