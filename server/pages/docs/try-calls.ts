/** The same question as a call to copy: curl, TypeScript, command line, chat. */
import type { Html } from '../shell/html.ts';
import { type CodeTab, codeTabs } from './code-tabs.ts';

type CallExample = { baseUrl: string; call: string };

export function callTabs(asked: CallExample): Html {
  return codeTabs('call', 'How to ask the same', callsOf(asked));
}

function callsOf({ baseUrl, call }: CallExample): readonly CodeTab[] {
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

export function curlOf(baseUrl: string, parameters: Parameters): string {
  const query = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%3A', ':')}`);
  return `curl -s '${`${baseUrl}/v1/brief?${query.join('&')}`.replaceAll("'", '%27')}' \\\n  -H "Authorization: Bearer $SERVICE_API_KEY"`;
}

export function typescriptOf(baseUrl: string, values: object): string {
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
