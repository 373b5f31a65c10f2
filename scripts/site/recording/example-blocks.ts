// Examples on a page: tabs without a script, the answer below them, and the same as plain Markdown.
import {
  type Example,
  type RecordedAnswer,
  cliOf,
  curlOf,
  exampleAddress,
  mcpOf,
  partsOf,
  pathOf,
  typescriptOf,
} from './examples.ts';
import { codeBlock, type FilledBlock } from '../markdown.ts';
import { escapeHtml } from '../highlight.ts';
import { icon } from '../../../server/pages/reading/drawing/icons.ts';

export type RecordedExample = { example: Example; recorded: RecordedAnswer; url: string; tag: string | undefined };
type Tab = { id: string; label: string; language: string; code: string; printed: string | null };

/** Headers of interest to readers; the others concern programs. */
const readerHeaders = [
  'Usage-Charge',
  'Usage-Remaining',
  'Idempotent-Replayed',
  'Retry-After',
  'WWW-Authenticate',
  'Allow',
] as const;

/** Lines of an answer that are visible; more are folded. */
const OPEN_LINES_MAX = 48;

export function exampleBlock(shown: RecordedExample): FilledBlock {
  const tabs = tabsOf(shown);
  return {
    html: `<div class="example">${tabsHtml(shown.example.name, tabs)}${answerHtml(shown)}</div>\n`,
    markdown: [...tabs.map(tabMarkdown), answerMarkdown(shown)].join('\n\n'),
  };
}

/** An excerpt of an answer. */
export function excerptBlock({ recorded }: RecordedExample, pointers: readonly string[]): FilledBlock {
  const text = JSON.stringify(partsOf(recorded.body, pointers), null, 2);
  return { html: codeBlock(text, 'json', 'A part of the answer'), markdown: fenced('json', text) };
}

function tabsOf({ example, recorded, url, tag }: RecordedExample): readonly Tab[] {
  const all: readonly (Omit<Tab, 'code'> & { code: string | null })[] = [
    { id: 'curl', label: 'curl', language: 'sh', code: curlOfShown({ example, recorded, url, tag }), printed: null },
    { id: 'ts', label: 'TypeScript', language: 'ts', code: typescriptOf(example), printed: recorded.ts },
    {
      id: 'cli',
      label: 'CLI',
      language: 'sh',
      code: recorded.cli === null ? null : cliOf(example),
      printed: recorded.cli,
    },
    { id: 'mcp', label: 'MCP', language: 'json', code: mcpOf(example), printed: null },
  ];
  return all.flatMap((tab) => (tab.code === null ? [] : [{ ...tab, code: tab.code }]));
}

/** Radio buttons and panels: the stylesheet alone shows the checked one. */
function tabsHtml(name: string, tabs: readonly Tab[]): string {
  if (tabs.length === 1) return tabs.map(panelHtml).join('');
  const inputs = tabs.map(({ id, label }, index) => {
    const own = `${name}-${id}`;
    const checked = index === 0 ? ' checked' : '';
    return `<input type="radio" name="${name}" id="${own}" value="${id}" class="tab tab-${id}"${checked}><label for="${own}">${label}</label>`;
  });
  const panels = tabs.map((tab) => `<div class="panel panel-${tab.id}">${panelHtml(tab)}</div>`);
  return `<fieldset class="tabs"><legend class="heard">How to ask</legend>${inputs.join('')}${panels.join('')}</fieldset>`;
}

function panelHtml({ id, label, language, code, printed }: Tab): string {
  const heading = `<p class="panel-name">${label}</p>`;
  const output =
    printed === null ? '' : `<p class="prints">prints</p>${folded(printed, 'text', `What it prints (${label})`)}`;
  const same = id === 'mcp' ? `<p class="prints">answers with the same document, of live research</p>` : '';
  return `${heading}${codeBlock(code, language, label)}${output}${same}`;
}

function answerHtml({ example, recorded }: RecordedExample): string {
  const { status, headers, bytes } = recorded;
  const facts = readerHeaders.flatMap((name) => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? [] : [`<span class="header"><b>${name}:</b> ${escapeHtml(value)}</span>`];
  });
  const note = example.note === undefined ? '' : `<p class="note-line">${escapeHtml(example.note)}</p>`;
  const line = `<p class="answer-line"><span class="label ${status < 400 ? 'good' : 'warn'}">${icon(status < 400 ? 'check' : 'warn').text} HTTP ${status}</span> ${facts.join(' ')}</p>`;
  if (recorded.body === null) return `${line}${note}<p class="small soft">No body.</p>`;
  const [text, isPart] = answerText({ example, recorded });
  const whole = `<p class="small soft">${isPart ? `A part of ${size(bytes)}: <a href="/docs/answers/${example.name}.json">the whole answer</a>` : size(bytes)}</p>`;
  return `${line}${note}${folded(text, 'json', 'The answer')}${whole}`;
}

function answerText({
  example,
  recorded,
}: Pick<RecordedExample, 'example' | 'recorded'>): readonly [text: string, isPart: boolean] {
  const isPart = example.show !== undefined;
  const shown = isPart ? partsOf(recorded.body, example.show ?? []) : recorded.body;
  return [JSON.stringify(shown, null, 2), isPart];
}

function folded(text: string, language: string, label: string): string {
  const count = text.split('\n').length;
  const block = codeBlock(text, language, label);
  return count <= OPEN_LINES_MAX ? block : `<details><summary>${label}: ${count} lines</summary>${block}</details>`;
}

const size = (bytes: number): string => `${bytes.toLocaleString('en-US')} bytes`;

function tabMarkdown({ label, language, code, printed }: Tab): string {
  const output = printed === null ? '' : `\n\nprints\n\n${fenced('text', printed.trimEnd())}`;
  return `${label}:\n\n${fenced(language, code)}${output}`;
}

function answerMarkdown({ example, recorded }: RecordedExample): string {
  const { status, headers, bytes, body } = recorded;
  const facts = readerHeaders.flatMap((name) => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? [] : [`\`${name}: ${value}\``];
  });
  const head = [`HTTP ${status}`, ...facts].join(', ');
  if (body === null) return `Answer: ${head}, no body.`;
  const [text, isPart] = answerText({ example, recorded });
  const whole = isPart ? ` (a part of [${size(bytes)}](${exampleAddress}/docs/answers/${example.name}.json))` : '';
  return `Answer: ${head}${whole}\n\n${fenced('json', text)}`;
}

/** A fence longer than any inside the text. */
export function fenced(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** The command in the form that a reader copies. */
export function curlOfShown({ example, url, tag }: RecordedExample): string {
  return curlOf(example, url, tag);
}

export function addressOf(example: Example): string {
  return `${exampleAddress}${pathOf(example)}`;
}
