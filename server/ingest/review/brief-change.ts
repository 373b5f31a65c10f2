// Difference of two overviews of one ticker, as readers will see it.
import type { BriefOverview } from '../../../generated/api.ts';

export type Before<Value> = { before: Value; after: Value };

export type ViewInBrief = { belief_id: string; person: string; direction: string; status: string };

export type MarkChange = Before<number | null> & { belief_id: string; person: string };

/** Values that are equal before and after are left out. */
export type BriefChange = {
  ticker: string;
  /** From no brief to a brief, or the other way. */
  covered?: Before<boolean>;
  name?: Before<string | null>;
  verdict?: Before<string | null>;
  direction?: Before<string | null>;
  decision_mode?: Before<string | null>;
  price_status?: Before<string | null>;
  price_session?: Before<string | null>;
  records?: Before<number>;
  /** Views among those that the overview shows. */
  views_shown: ViewInBrief[];
  views_gone: ViewInBrief[];
  views_changed: (Pick<ViewInBrief, 'belief_id' | 'person'> & Before<string>)[];
  /** In percent since the direction was given; of views that both overviews show. */
  marks: MarkChange[];
};

type Values = {
  [name in 'name' | 'verdict' | 'direction' | 'decision_mode' | 'price_status' | 'price_session']: string | null;
};

export function briefChange(ticker: string, before: BriefOverview | null, after: BriefOverview | null): BriefChange {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const names = Object.keys(old) as (keyof Values)[];
  const differing = names.filter((name) => old[name] !== now[name]);
  const [viewsOld, viewsNow] = [viewsOf(before), viewsOf(after)];
  const counts = [before, after].map((brief) => brief?.coverage.released_record_count ?? 0) as [number, number];
  return {
    ticker,
    ...((before === null) !== (after === null) && { covered: { before: before !== null, after: after !== null } }),
    ...Object.fromEntries(differing.map((name) => [name, { before: old[name], after: now[name] }])),
    ...(counts[0] !== counts[1] && { records: { before: counts[0], after: counts[1] } }),
    views_shown: [...viewsNow.values()].filter(({ belief_id: id }) => !viewsOld.has(id)),
    views_gone: [...viewsOld.values()].filter(({ belief_id: id }) => !viewsNow.has(id)),
    views_changed: [...viewsNow.values()].flatMap((view) => changedView(viewsOld.get(view.belief_id), view)),
    marks: marksOf(before, after, viewsNow),
  };
}

export function isUnchanged(change: BriefChange): boolean {
  return Object.entries(change).every(
    ([name, value]) => name === 'ticker' || (Array.isArray(value) && value.length === 0),
  );
}

function valuesOf(brief: BriefOverview | null): Values {
  return {
    name: brief?.security.name ?? null,
    verdict: brief?.trade_state.action ?? null,
    direction: brief?.trade_state.direction ?? null,
    decision_mode: brief?.trade_state.decision_mode ?? null,
    price_status: brief?.market_price.status ?? null,
    price_session: brief?.market_price.reference?.session_date ?? null,
  };
}

function viewsOf(brief: BriefOverview | null): Map<string, ViewInBrief> {
  return new Map(
    (brief?.views ?? []).map(({ belief_id, person, direction, status }) => [
      belief_id,
      { belief_id, person: person.name, direction, status },
    ]),
  );
}

const inWords = ({ direction, status }: ViewInBrief): string => `${direction}, ${status}`;

function changedView(old: ViewInBrief | undefined, now: ViewInBrief): BriefChange['views_changed'] {
  if (old === undefined || inWords(old) === inWords(now)) return [];
  return [{ belief_id: now.belief_id, person: now.person, before: inWords(old), after: inWords(now) }];
}

function marksOf(
  before: BriefOverview | null,
  after: BriefOverview | null,
  views: ReadonlyMap<string, ViewInBrief>,
): MarkChange[] {
  const marks = (brief: BriefOverview | null): Map<string, number | null> =>
    new Map(
      (brief?.activity.views ?? []).map((view) => [
        view.belief_id,
        view.since_direction_mark.security_change_percent ?? null,
      ]),
    );
  const [old, now] = [marks(before), marks(after)];
  return [...now].flatMap(([id, mark]) => {
    const was = old.get(id);
    if (was === undefined || was === mark) return [];
    return [{ belief_id: id, person: views.get(id)?.person ?? id, before: was, after: mark }];
  });
}
