// Operations of the contract as Markdown, for programs and for search.
import { type Json, httpMethods, resolved } from '../../server/contract/description.ts';

type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: Json };
type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: readonly string[];
  'x-metered': { units: number };
  'x-mcp'?: { tool: string };
  parameters?: readonly (Parameter | { $ref: string })[];
  responses: Readonly<Record<string, Json>>;
};

export type OperationEntry = { id: string; method: string; path: string; operation: Operation };

export function operationsOf(description: Json): readonly OperationEntry[] {
  return Object.entries(description['paths'] as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => httpMethods.includes(method))
      .map(([method, operation]) => ({ id: operation.operationId, method: method.toUpperCase(), path, operation })),
  );
}

export function operationsMarkdown(description: Json): string {
  const parts = operationsOf(description).map((listed) => operationMarkdown(description, listed));
  return `# API reference

Every operation, from the contract itself. The whole contract, with every field of every answer: [openapi.json](/openapi.json), [openapi.yaml](/openapi.yaml). In a browser: [the reference](/docs/reference).

${parts.join('\n\n')}
`;
}

function operationMarkdown(description: Json, { id, method, path, operation }: OperationEntry): string {
  const { units } = operation['x-metered'];
  const price = units === 0 ? 'Free.' : `${units} unit for a 200, nothing for anything else.`;
  const tool = operation['x-mcp'] === undefined ? '' : ` In a chat: \`${operation['x-mcp'].tool}\`.`;
  const statuses = Object.keys(operation.responses).join(', ');
  return `## ${method} ${path}

\`${id}\`: ${operation.summary}. ${price}${tool}

${(operation.description ?? '').trim()}

${parametersMarkdown(description, operation)}Answers: ${statuses}.`;
}

function parametersMarkdown(description: Json, { parameters = [] }: Operation): string {
  if (parameters.length === 0) return '';
  const rows = parameters
    .map((one) => resolved(description, one) as Parameter)
    .map(({ name, in: place, required = false, description: about = '' }) => {
      const text = about.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();
      return `| \`${name}\` | ${place} | ${required ? 'yes' : 'no'} | ${text} |`;
    });
  return `| parameter | in | required | what it is |\n|---|---|---|---|\n${rows.join('\n')}\n\n`;
}
