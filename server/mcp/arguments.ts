// Arguments of a tool as the request of its operation: the same validator finds the same faults.
import { type Fault, merge } from '../contract/validation/faults.ts';
import type { Json } from '../contract/description.ts';
import { isRequestId } from '../contract/validation/request-headers.ts';
import type { Verdict, Validator } from '../contract/validation/validator.ts';
import { type Cache, remembered } from '../memory/remembered.ts';
import { routes } from '../../generated/routes.ts';
import type { Route } from '../../generated/routes.ts';
import type { ResearchTool } from './tools.ts';

export type ToolQuestion = { tool: ResearchTool; sent: Json; requestId: unknown };

/** Longer arguments are checked anew. */
const REMEMBERED_LENGTH_MAX = 512;
const faultless = new WeakMap<Validator, Cache<string, Verdict>>();

/** All faults at once, under the names that the chat used. */
export async function checkArguments(validator: Validator, asked: ToolQuestion): Promise<Verdict> {
  const { tool, sent, requestId } = asked;
  const key = `${tool.operation} ${JSON.stringify(sent)}`;
  if (key.length > REMEMBERED_LENGTH_MAX || requestIdFaults(requestId).length > 0) return check(validator, asked);
  const valid = validOf(validator);
  const known = valid.get(key);
  if (known !== undefined) return known;
  const checked = await check(validator, asked);
  if (checked.faults.length === 0) valid.set(key, checked);
  return checked;
}

function validOf(validator: Validator): Cache<string, Verdict> {
  const known = faultless.get(validator);
  if (known !== undefined) return known;
  const made = remembered<string, Verdict>('arguments');
  faultless.set(validator, made);
  return made;
}

async function check(validator: Validator, { tool, sent, requestId }: ToolQuestion): Promise<Verdict> {
  const { operation } = tool;
  const { pathParameters, query }: Route = routes[operation];
  // Some clients send null for every argument that a person omits.
  const given = Object.entries(sent).filter(([name, value]) => value !== null || !Object.hasOwn(query, name));
  const odd = given.filter(([, value]) => !isScalar(value)).map(([name, value]) => notScalar(name, value));
  const scalars = given
    .filter(([, value]) => isScalar(value))
    .map(([name, value]): [string, string] => [name, String(value)]);
  const path = pathParameters.map((name): [string, string] => [name, Object.fromEntries(scalars)[name] ?? '']);
  const missing = path.filter(
    ([name, value]) => value === '' && !odd.some(({ location }) => location.endsWith(`.${name}`)),
  );
  const checked = await validator.check(operation, {
    rawQuery: new URLSearchParams(scalars.filter(([name]) => !pathParameters.includes(name))).toString(),
    // An empty id would make another path. It is reported below, and a harmless one is checked instead.
    path: Object.fromEntries(path.map(([name, value]) => [name, value === '' ? 'x' : value])),
    headers: {},
    body: undefined,
    contentType: null,
  });
  const own = checked.faults.filter(
    ({ location }) => !path.some(([name, value]) => value === '' && location === `path.${name}`),
  );
  const faults = merge(
    odd,
    missing.map(([name]) => isMissing(name)),
    own,
    requestIdFaults(requestId),
  );
  return {
    ...checked,
    faults: faults.map((one) => ({ ...one, location: one.location.replace(/^(query|path)(?=\.|$)/, 'arguments') })),
  };
}

const isScalar = (value: unknown): boolean => typeof value === 'string' || Number.isSafeInteger(value);

function notScalar(name: string, value: unknown): Fault {
  const kind =
    value === null
      ? 'null'
      : Array.isArray(value)
        ? 'a list'
        : typeof value === 'object'
          ? 'an object'
          : `a ${typeof value}`;
  return {
    location: `arguments.${name}`,
    message: `It is ${kind}.`,
    fix: 'Send a text or a whole number, or leave it out.',
  };
}

function isMissing(name: string): Fault {
  return { location: `arguments.${name}`, message: 'It is missing.', fix: 'Send the id that an earlier answer gave.' };
}

function requestIdFaults(requestId: unknown): Fault[] {
  if (requestId === undefined || (typeof requestId === 'string' && isRequestId(requestId))) return [];
  const fix = 'Use 1 to 128 of the characters A-Z a-z 0-9 . _ ~ : + / = -, or leave it out.';
  return [{ location: '_meta.X-Request-ID', message: 'It is not a request id.', fix }];
}
