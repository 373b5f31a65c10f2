// Difference of the briefs of one ticker, as readers will see it: the changes that they can ask for, and the marks.
import type { BriefOverview, ChangeItem } from '../../../generated/api.ts';

export type Before<Value> = { before: Value; after: Value };

export type MarkChange = Before<number | null> & { belief_id: string; person: string };

/** Values that are equal before and after are left out. */
export type BriefChange = {
  ticker: string;
  /** From no brief to a brief, or the other way. */
  covered?: Before<boolean>;
  name?: Before<string | null>;
  price_session?: Before<string | null>;
  records?: Before<number>;
  /** The answer of `GET /v1/changes` after the release, since the earlier watermark. */
  changes: ChangeItem[];
  /** In percent since the direction was given; of views that both overviews show. */
  marks: MarkChange[];
};

/** The two sides of a ticker. Null for what is not covered. */
export type Overviews = Before<BriefOverview | null>;

export function briefChange(ticker: string, { before, after }: Overviews, changes: readonly ChangeItem[]): BriefChange {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  const names = Object.keys(old) as (keyof Values)[];
  const differing = names.filter((name) => old[name] !== now[name]);
  return {
    ticker,
    ...((before === null) !== (after === null) && { covered: { before: before !== null, after: after !== null } }),
    ...Object.fromEntries(differing.map((name) => [name, { before: old[name], after: now[name] }])),
    changes: [...changes],
    marks: marksOf(before, after),
  };
}

export function isUnchanged(change: BriefChange): boolean {
  return Object.entries(change).every(
    ([name, value]) => name === 'ticker' || (Array.isArray(value) && value.length === 0),
  );
}

type Values = { name: string | null; price_session: string | null; records: number };

/** Values of a brief without a typed change. */
function valuesOf(brief: BriefOverview | null): Values {
  return {
    name: brief?.security.name ?? null,
    price_session: brief?.market_price.reference?.session_date ?? null,
    records: brief?.coverage.released_record_count ?? 0,
  };
}

function marksOf(before: BriefOverview | null, after: BriefOverview | null): MarkChange[] {
  const people = new Map((after?.views ?? []).map(({ belief_id: id, person }) => [id, person.name]));
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
    return [{ belief_id: id, person: people.get(id) ?? id, before: was, after: mark }];
  });
}
