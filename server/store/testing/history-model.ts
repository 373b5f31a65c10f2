// Model of history without versions: the releases known at a cutoff, played one after another into plain maps.
import type { Instant } from '../engine/db.ts';

/** One change of a release. `restate` gives the whole history of a series anew, as a provider does after a dividend. */
export type Change =
  | { kind: 'rename'; entity: string; name: string }
  | { kind: 'revise' | 'correct'; belief: string; revision: number; observedAt: Instant; text: string }
  | { kind: 'price'; series: string; session: string; observedAt: Instant; value: string }
  | { kind: 'restate'; series: string; prices: { session: string; observedAt: Instant; value: string }[] }
  | { kind: 'withdraw'; belief: string };

export type Fact = { key: string; value: string; observedAt: Instant | null };

/** All that an answer is made of: as_of, both inputs of generated_at, and the rows. */
export type Answer = { asOf: Instant; effectiveAt: Instant | null; newestObservedAt: Instant | null; facts: Fact[] };

type ObservedText = { observedAt: Instant; text: string };
type Belief = { observedAt: Instant; revisions: Map<number, ObservedText> };
type World = {
  names: Map<string, string>;
  beliefs: Map<string, Belief>;
  prices: Map<string, Map<string, ObservedText>>;
};

type Release = { effectiveAt: Instant; changes: Change[] };

export class Model {
  readonly releases: Release[] = [];
  watermark: Instant = '1970-01-01T00:00:00.000Z';

  /** Says nothing about which effective_at is right, only what follows from it. */
  release(effectiveAt: Instant, changes: Change[]): void {
    this.releases.push({ effectiveAt, changes });
    for (const instant of [effectiveAt, ...changes.flatMap(instantsOf)]) {
      if (instant > this.watermark) this.watermark = instant;
    }
  }

  tick(boundary: Instant): void {
    if (this.releases.length > 0 && boundary > this.watermark) this.watermark = boundary;
  }

  /** The world as the newest release left it. */
  now(): World {
    return play(this.releases);
  }

  answer(requested: Instant | null): Answer {
    const asOf = requested !== null && requested < this.watermark ? requested : this.watermark;
    const known = this.releases.filter(({ effectiveAt }) => effectiveAt <= asOf);
    const facts = factsOf(play(known), asOf);
    return {
      asOf,
      effectiveAt: known.at(-1)?.effectiveAt ?? null,
      newestObservedAt: newest(facts),
      facts,
    };
  }
}

export function newest(facts: readonly Fact[]): Instant | null {
  return (
    facts
      .flatMap(({ observedAt }) => observedAt ?? [])
      .sort()
      .at(-1) ?? null
  );
}

export function byKey(a: Fact, b: Fact): number {
  return a.key < b.key ? -1 : Number(a.key > b.key);
}

export function instantsOf(change: Change): Instant[] {
  if (change.kind === 'rename' || change.kind === 'withdraw') return [];
  return change.kind === 'restate' ? change.prices.map(({ observedAt }) => observedAt) : [change.observedAt];
}

function play(releases: readonly Release[]): World {
  const world: World = { names: new Map(), beliefs: new Map(), prices: new Map() };
  for (const change of releases.flatMap(({ changes }) => changes)) apply(world, change);
  return world;
}

function apply(world: World, change: Change): void {
  if (change.kind === 'rename') world.names.set(change.entity, change.name);
  else if (change.kind === 'withdraw') world.beliefs.delete(change.belief);
  else if (change.kind === 'restate') {
    world.prices.set(
      change.series,
      new Map(change.prices.map((price) => [price.session, { ...price, text: price.value }])),
    );
  } else if (change.kind === 'price') {
    const series = world.prices.get(change.series) ?? new Map<string, ObservedText>();
    world.prices.set(change.series, series.set(change.session, { observedAt: change.observedAt, text: change.value }));
  } else {
    const belief = world.beliefs.get(change.belief) ?? { observedAt: change.observedAt, revisions: new Map() };
    belief.revisions.set(change.revision, { observedAt: change.observedAt, text: change.text });
    world.beliefs.set(change.belief, belief);
  }
}

function factsOf(world: World, asOf: Instant): Fact[] {
  const facts: Fact[] = [];
  for (const [entity, name] of world.names) facts.push({ key: `entity ${entity}`, value: name, observedAt: null });
  for (const [id, belief] of world.beliefs) {
    const seen = [...belief.revisions].filter(([, { observedAt }]) => observedAt <= asOf && belief.observedAt <= asOf);
    const state = seen
      .sort(([m, a], [n, b]) => (a.observedAt === b.observedAt ? m - n : a.observedAt < b.observedAt ? -1 : 1))
      .at(-1);
    if (state)
      facts.push({ key: `belief ${id}`, value: `${state[0]} ${state[1].text}`, observedAt: state[1].observedAt });
  }
  for (const [series, prices] of world.prices) {
    for (const [session, { text, observedAt }] of prices) {
      if (observedAt <= asOf) facts.push({ key: `price ${series} ${session}`, value: text, observedAt });
    }
  }
  return facts.sort(byKey);
}
