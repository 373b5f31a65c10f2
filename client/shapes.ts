// Shapes of answers: the fields that this client relies on. A body without them does not come from the service.

/** Checks that a body has the shape of the question. */
export type Shape = (body: unknown) => boolean;

type Kind = 'text' | 'textOrNull' | 'instant' | 'number' | 'list' | 'object';

const isText = (value: unknown): boolean => typeof value === 'string';

const kinds: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: isText,
  textOrNull: (value) => isText(value) || value === null,
  instant: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  number: (value) => Number(value) > 0,
  list: Array.isArray,
  object: isObject,
};

/** Fields by their path, for example `data.belief`. */
function shape(fields: Readonly<Record<string, Kind>>): Shape {
  const known = Object.entries(fields).map(([path, kind]) => [path.split('.'), kinds[kind]] as const);
  return (body) => known.every(([path, isKind]) => isKind(path.reduce<unknown>(fieldOf, body)));
}

function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Completeness labels: without them a 200 would pass for a complete answer. */
const labels = { data_status: 'object', warnings: 'list' } as const;

export const shapes = {
  brief: shape({ ...labels, view: 'text', as_of: 'text', views: 'list' }),
  page: shape({ ...labels, as_of: 'text', data: 'object', 'pagination.next_page_url': 'textOrNull' }),
  belief: shape({ ...labels, 'data.belief': 'object' }),
  source: shape({ ...labels, 'data.source': 'object' }),
  evidence: shape({ ...labels, 'data.evidence.capture': 'object' }),
  tickers: shape({ tickers: 'list' }),
  status: shape({ status: 'text', dataMode: 'text' }),
  receipts: shape({ 'data.receipts': 'list', 'pagination.next_page_url': 'textOrNull' }),
  releases: shape({ mode: 'text', releases: 'list', 'pagination.next_page_url': 'textOrNull' }),
  receipt: shape({ document_digest: 'text' }),
  openings: shape({ document_digest: 'text', openings: 'list' }),
  grant: shape({ deviceCode: 'text', browserUrl: 'text', userCode: 'text', expiresAt: 'instant', interval: 'number' }),
} as const;
