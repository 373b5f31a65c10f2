// Every option there is, once: its value, its check and its sentence. Help, validation and completion are made from this.
import type { Source } from '../../generated/api.ts';
import { beliefStatuses, directions } from '../words/states.ts';
import { localAddress } from '../settings.ts';
import { type Kind, address, digest, instant, oneOf, requestId, seconds, text, uuid, whole } from './values.ts';

export interface Option {
  /** None: the option is a switch. */
  readonly kind?: Kind;
  readonly short?: string;
  readonly about: string;
}

const sourceKinds = Object.keys({
  post: true,
  article: true,
  filing: true,
  transcript: true,
  interview: true,
  video: true,
  letter: true,
  report: true,
  dataset: true,
} satisfies Record<Source['kind'], true>);
const anyWhole = Number.MAX_SAFE_INTEGER;

export const options = {
  'as-of': { kind: instant, about: 'what was known then; the newest settled answer without' },
  full: { about: 'with the whole case behind each view' },
  'max-results': { kind: whole('N', 1, 20), about: 'at most so many views, 1 to 20' },
  ticker: { kind: text('TICKER', 32), about: 'of this ticker only' },
  entity: { kind: uuid, about: 'of this entity only' },
  person: { kind: text('ID', 128), about: 'of this person only' },
  direction: { kind: oneOf('WAY', Object.keys(directions)), about: `one of ${Object.keys(directions).join(', ')}` },
  status: {
    kind: oneOf('STATUS', Object.keys(beliefStatuses)),
    about: `one of ${Object.keys(beliefStatuses).join(', ')}`,
  },
  'updated-since': { kind: instant, about: 'observed or revised since' },
  'observed-since': { kind: instant, about: 'first observed at or after this instant' },
  'observed-until': { kind: instant, about: 'first observed before this instant' },
  'charged-since': { kind: instant, about: 'charged at or after this instant' },
  'charged-until': { kind: instant, about: 'charged before this instant' },
  entities: { about: 'list what has beliefs, companies and others, in place of the beliefs' },
  kind: { kind: oneOf('KIND', sourceKinds), about: `one of ${sourceKinds.join(', ')}` },
  limit: { kind: whole('N', 1, 50), about: 'records on a page, 1 to 50; 20 without' },
  all: { about: 'every page, not only the first; each is a request of its own' },
  page: { kind: text('ADDRESS'), about: 'go on at a next_page_url, unchanged' },
  tickers: { kind: text('A,B', 1_649), about: 'of these tickers only, with commas between them' },
  since: { kind: instant, about: 'the earlier cutoff' },
  until: { kind: instant, about: 'the later cutoff; the newest settled answer without' },
  after: { kind: whole('N', 0, 2_147_483_647), about: 'only releases with a higher number, the oldest first' },
  before: { kind: whole('N', 1, 2_147_483_647), about: 'only releases with a lower number' },
  follow: { about: 'wait for further releases and print each as it comes, until Ctrl-C' },
  from: { kind: instant, about: 'the earlier cutoff' },
  to: { kind: instant, about: 'the later cutoff; the newest settled answer without' },
  brief: { kind: text('SUBJECT', 36), about: 'verify a fresh brief of this ticker or entity in place of a file' },
  digest: { kind: digest, about: 'what the bytes have to give: the Document-Digest of their answer' },
  receipt: { kind: requestId, about: 'take the digest from the receipt of this request id, free' },
  log: { about: 'prove every row by the public log too, free; of a file with --receipt' },
  'log-key': { kind: text('KEY', 512), about: 'a verifier key of the log, as its operator published it' },
  evidence: { about: 'read the captured words of every citation too; each is a request of its own' },
  'non-interactive': { about: 'for agents: JSON lines on stdout, nobody is asked anything' },
  'device-name': { kind: text('NAME', 48), about: 'what the person who approves sees; at most 48 characters' },
  'wait-for-credit': {
    kind: whole('MINUTES', 0, 60),
    about: 'how long to wait for credit that a person adds; 10 in a terminal, else 0',
  },
  'request-id': { kind: requestId, about: 'of an earlier attempt: the same question is not charged twice' },
  'max-charge': { kind: whole('N', 0, anyWhole), about: 'spend at most so many requests, stop before the next' },
  timeout: { kind: seconds('SECONDS'), about: 'for each attempt; 30 without' },
  'base-url': {
    kind: address,
    about: `the service; without, ${localAddress}, or, where SERVICE_API_KEY is not set, the one last logged in to`,
  },
  json: { about: 'the document as the service sent it, on stdout; all else on stderr' },
  ascii: { about: 'draw with ASCII characters only' },
  'no-color': { about: 'no colours; NO_COLOR and FORCE_COLOR are followed too' },
  help: { short: 'h', about: 'help on this command' },
  version: { short: 'V', about: 'the version of this program' },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof options;

export const optionNames = Object.keys(options) as OptionName[];

export function optionOf(name: OptionName): Option {
  return options[name];
}

/** Understood by every command. */
export const everywhere = [
  'json',
  'base-url',
  'timeout',
  'ascii',
  'no-color',
  'help',
  'version',
] as const satisfies readonly OptionName[];

/** Understood by every command that asks for one metered document. */
export const metered = ['request-id', 'max-charge'] as const satisfies readonly OptionName[];
