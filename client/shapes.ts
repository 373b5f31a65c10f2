// What an answer of each kind is known by: the fields that this client goes by. Whatever answers without them is not the service.

/** Whether a body is of the kind that was asked for. */
export type Shape = (body: unknown) => boolean;

type Kind = 'text' | 'textOrNull' | 'number' | 'list' | 'object';

const isText = (value: unknown): boolean => typeof value === 'string';

const kinds: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: isText,
  textOrNull: (value) => isText(value) || value === null,
  number: (value) => Number(value) > 0,
  list: Array.isArray,
  object: isObject,
};

/** Fields by their path, as `data.belief`. */
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

export const shapes = {
  brief: shape({ view: 'text', as_of: 'text', views: 'list' }),
  page: shape({ as_of: 'text', data: 'object', 'pagination.next_page_url': 'textOrNull' }),
  belief: shape({ 'data.belief': 'object' }),
  source: shape({ 'data.source': 'object' }),
  evidence: shape({ 'data.evidence.capture': 'object' }),
  tickers: shape({ tickers: 'list' }),
  status: shape({ status: 'text', dataMode: 'text' }),
  receipt: shape({ document_digest: 'text' }),
  grant: shape({ deviceCode: 'text', browserUrl: 'text', userCode: 'text', expiresAt: 'text', interval: 'number' }),
} as const;
