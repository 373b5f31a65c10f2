// Rows of the serving bench: question, connections and target ratios of each.
import type { Name } from './contestants.ts';
import type { Question } from './generator.ts';
import { type PreparedDocuments, RESULTS, type ServingMarket, anyOf, coldPages } from './serving-market.ts';

/**
 * Ratios to the node:http server of the same run. `overFastify` belongs to the goal. `ofRow` is the required share of
 * another row's answers a second.
 */
export type Targets = { must: number; goal: number; overFastify?: number; ofRow?: { row: string; must: number } };

export type Row = {
  name: string;
  connections: number;
  metered: boolean;
  /** True if our server is the one of the statement market. */
  isOfStatements?: true;
  targets: Targets | null;
  /** Questions for this server; a new seed gives other questions. */
  questions: (asked: Name, seed: number) => () => Question;
};

/**
 * Rows whose slowest answers are judged too: at most this share of the naive server's, and as a goal no more than
 * Fastify's.
 */
export const slowest = { row: 'brief', mustOfNaive: 0.25, goalOfFastify: 1 };

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** The question of the company's REST brief, as a tool call. */
function toolCall(ticker: string | null): { body: string; headers: string } {
  const params = { name: 'get_brief', arguments: { ticker, max_results: RESULTS }, _meta: envelope };
  return {
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    headers:
      'Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: get_brief\r\n',
  };
}

/** The length of a page or a status varies; a refusal is shorter than half. */
const shorter = (bytes: number): number => Math.floor(bytes / 2);

export function servingRows(market: ServingMarket, documents: PreparedDocuments): Row[] {
  const { tickers, status, briefs, pages, tokens } = documents;
  const { keys } = market;
  const [hot = ''] = keys;
  const manyAccounts = (_: Name, seed: number): (() => Question) => anyOf(briefs, keys, seed);
  const pageBytesMin = shorter(Math.min(...pages.map(({ bytes }) => bytes.length)));
  return [
    {
      name: 'tickers',
      connections: 32,
      metered: false,
      targets: { must: 0.35, goal: 0.65 },
      questions: () => () => ({ path: tickers.path, bytes: tickers.bytes.length }),
    },
    {
      name: 'status',
      connections: 32,
      metered: false,
      targets: { must: 0.15, goal: 0.25, overFastify: 1 },
      questions: (_, seed) => {
        const next = anyOf([status], keys, seed);
        return () => ({ ...next(), bytes: undefined, bytesMin: shorter(status.bytes.length) });
      },
    },
    {
      name: 'brief',
      connections: 32,
      metered: true,
      targets: { must: 0.18, goal: 0.28, overFastify: 1.5 },
      questions: manyAccounts,
    },
    {
      name: 'brief, 128 connections',
      connections: 128,
      metered: true,
      targets: { must: 0.26, goal: 0.38, overFastify: 2 },
      questions: manyAccounts,
    },
    {
      name: 'brief, one hot account',
      connections: 32,
      metered: true,
      targets: { must: 0.15, goal: 0.25, ofRow: { row: 'brief', must: 0.8 } },
      questions: (_, seed) => anyOf(briefs, [hot], seed),
    },
    mcpRow(market, { briefs, tokens }),
    {
      name: 'beliefs page, repeated',
      connections: 32,
      metered: true,
      targets: { must: 0.15, goal: 0.25 },
      questions: (asked, seed) => {
        const next = anyOf(pages, keys, seed);
        if (asked === 'ours' || asked === 'raw') return next;
        return () => ({ ...next(), bytes: undefined, bytesMin: pageBytesMin });
      },
    },
    {
      name: 'beliefs page, cold',
      connections: 32,
      metered: true,
      targets: { must: 0.04, goal: 0.07 },
      questions: (asked, seed) => {
        if (asked === 'raw') return anyOf(pages, keys, seed);
        const [key, path] = [anyOf(pages, keys, seed), coldPages(market, seed)];
        return () => ({ ...key(), path: path(), bytes: undefined, bytesMin: pageBytesMin });
      },
    },
  ];
}

/** The same briefs, requested by a chat. */
function mcpRow({ keys }: ServingMarket, { briefs, tokens }: Pick<PreparedDocuments, 'briefs' | 'tokens'>): Row {
  return {
    name: 'MCP get_brief',
    connections: 32,
    metered: true,
    // Compared with node:http for the REST brief: the references have no MCP endpoint.
    targets: { must: 0.09, goal: 0.22 },
    questions: (asked, seed) => {
      const next = anyOf(briefs, asked === 'ours' ? tokens : keys, seed);
      if (asked !== 'ours') return next;
      return () => {
        const { path, bytes = 0, key = '' } = next();
        return {
          path: '/mcp',
          key,
          bytesMin: bytes,
          post: toolCall(new URL(path, 'http://x').searchParams.get('ticker')),
        };
      };
    },
  };
}
