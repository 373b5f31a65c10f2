/** The same question as a call to copy: curl, TypeScript, command line, chat. */
import { type Html, html } from '../shell/html.ts';

type CallExample = { baseUrl: string; call: string };
type Call = { id: string; label: string; code: string };

export function callTabs(asked: CallExample): Html {
  const calls = callsOf(asked);
  return html`<fieldset class="tabs"><legend class="heard">How to ask the same</legend>${calls.map(
    ({ id, label }, index) =>
      html`<input type="radio" name="call" id="call-${id}" value="${id}" class="tab tab-${id}"${index === 0 && html` checked`}><label for="call-${id}">${label}</label>`,
  )}${calls.map(
    ({ id, label, code }) =>
      html`<div class="panel panel-${id}"><p class="panel-name">${label}</p><pre class="code" tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre></div>`,
  )}</fieldset>`;
}

function callsOf({ baseUrl, call }: CallExample): readonly Call[] {
  const parameters = [...new URL(call, baseUrl).searchParams].filter(
    ([name, value]) => !(name === 'detail' && value === 'overview'),
  );
  const values = Object.fromEntries(
    parameters.map(([name, value]) => [name, name === 'max_results' ? Number(value) : value]),
  );
  return [
    { id: 'curl', label: 'curl', code: curlOf(baseUrl, parameters) },
    { id: 'ts', label: 'TypeScript', code: typescriptOf(baseUrl, values) },
    { id: 'cli', label: 'CLI', code: cliOf(parameters) },
    {
      id: 'mcp',
      label: 'MCP',
      code: JSON.stringify({ method: 'tools/call', params: { name: 'get_brief', arguments: values } }, null, 2),
    },
  ];
}

type Parameters = readonly (readonly [name: string, value: string])[];

function curlOf(baseUrl: string, parameters: Parameters): string {
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%3A', ':')}`);
  return `curl -s '${`${baseUrl}/v1/brief?${query.join('&')}`.replaceAll("'", '%27')}' \\\n  -H "Authorization: Bearer $SERVICE_API_KEY"`;
}

function typescriptOf(baseUrl: string, values: object): string {
  const query = Object.entries(values).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `import { ResearchClient } from '@research-intelligence/client';

const client = new ResearchClient({ baseUrl: ${JSON.stringify(baseUrl)} }); // reads SERVICE_API_KEY
const { data, charge } = await client.brief({ ${query.join(', ')} });
console.log(data.view, charge);`;
}

function cliOf(parameters: Parameters): string {
  const words = parameters.map(([name, value]) => {
    const quoted = /^[\w.:-]+$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
    if (name === 'ticker') return quoted;
    return name === 'detail' ? '--full' : `--${name.replaceAll('_', '-')} ${quoted}`;
  });
  return `research brief ${words.join(' ')}`;
}
