/** Metrics of requests: outcome, latency, cost, and refusals. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { HoldOutcome } from '../answers/release-watch.ts';
import type { Failure, ServedRequest } from '../http/serve.ts';
import type { ShedReason } from './observed.ts';
import { StoreUnavailable } from '../store/engine/failures.ts';

export interface RequestMetrics {
  readonly served: (served: ServedRequest) => void;
  /**
   * Refused before any operation was known: a malformed request, a wrong path or method, a chat without a valid token.
   */
  readonly unrouted: (code: string) => void;
  /** Asked to retry: no room or no store. */
  readonly shed: (reason: ShedReason) => void;
  readonly failed: (failure: Pick<Failure, 'cause'>) => void;
  /** Requests that wait for a release now. */
  readonly holding: (count: number) => void;
  /** End of a wait for a release, or a wait that could not begin. */
  readonly held: (outcome: HoldOutcome) => void;
}

/** Seconds; a cached answer takes a millisecond, a refused one under a fifth of that. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const sheds: readonly ShedReason[] = ['in-work', 'building', 'store'];
const failures = ['store', 'unexpected'] as const;
const outcomes: readonly HoldOutcome[] = ['news', 'time', 'gone', 'stopped', 'full'];

export function requestMetrics(registry: Registry): RequestMetrics {
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> =>
    new Counter({ name, help, labelNames, registers: [registry] });
  const requests = counter(
    'research_requests_total',
    'Answered requests by door (rest or mcp), operation, status and problem code.',
    ['door', 'operation', 'status', 'code'],
  );
  const seconds = new Histogram({
    name: 'research_request_seconds',
    help: 'Time from a request to its answer, by operation and class of status.',
    labelNames: ['operation', 'status_class'],
    buckets,
    registers: [registry],
  });
  const charges = counter('research_charges_total', 'Units charged, by door and operation.', ['door', 'operation']);
  const replays = counter(
    'research_replays_total',
    'Repetitions that were answered from kept bytes, by door and operation.',
    ['door', 'operation'],
  );
  const unrouted = counter(
    'research_unrouted_total',
    'Requests refused before any operation was known, by problem code.',
    ['code'],
  );
  const shed = counter(
    'research_sheds_total',
    'Requests refused with a time to come back (503): too many in work, too many answers being built, or no store.',
    ['reason'],
  );
  const failed = counter(
    'research_failures_total',
    'What was not expected, by kind: a store that does not answer, or a fault of the service.',
    ['kind'],
  );
  const holding = new Gauge({
    name: 'research_held_requests',
    help: 'Requests that are held back until there is a new release.',
    registers: [registry],
  });
  const held = counter(
    'research_holds_total',
    'Ends of held requests by outcome: news, their time, a client that has gone, a server that stops, or no room to hold them.',
    ['outcome'],
  );
  // A series that begins with its first event shows no increase for it.
  for (const reason of sheds) shed.inc({ reason }, 0);
  for (const kind of failures) failed.inc({ kind }, 0);
  for (const outcome of outcomes) held.inc({ outcome }, 0);
  return {
    served({ door, operation, status, code, ms, charge, replayed }) {
      requests.inc({ door, operation, status, code: code ?? '' });
      seconds.observe({ operation, status_class: `${Math.floor(status / 100)}xx` }, ms / 1_000);
      if (charge > 0) charges.inc({ door, operation }, charge);
      if (replayed) replays.inc({ door, operation });
    },
    unrouted: (code) => unrouted.inc({ code }),
    shed: (reason) => shed.inc({ reason }),
    failed: ({ cause }) => failed.inc({ kind: cause instanceof StoreUnavailable ? 'store' : 'unexpected' }),
    holding: (count) => holding.set(count),
    held: (outcome) => held.inc({ outcome }),
  };
}
