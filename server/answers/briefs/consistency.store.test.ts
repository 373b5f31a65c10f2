// Consistency over the whole corpus: counts add up, citations lead to evidence, and shortened texts are whole in the
// record.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BeliefDetail, Citation } from '../../../generated/api.ts';
import { type Corpus, everythingOf, openCorpus } from '../../ingest/testing/corpus.ts';
import { createCalendar } from '../../measures/calendar.ts';
import { entrySessionOf } from '../../measures/prices/marks.ts';
import type { Store } from '../../store/engine/engine.ts';

let store: Store;
let corpus: Corpus;

beforeAll(async () => {
  const opened = await openCorpus();
  store = opened.store;
  corpus = await everythingOf(opened.answers);
});

afterAll(() => store.close());

/** The whole record of a belief. */
function recordOf(beliefId: string): BeliefDetail['data']['belief'] {
  const detail = corpus.details.get(beliefId);
  if (detail === undefined) throw new Error(`${beliefId} is in no list`);
  return detail.data.belief;
}

const briefs = () => [...corpus.overviews, ...corpus.fulls];

describe('counts', () => {
  it('of records: the coverage list, the entity list, briefs and a walk of all pages agree [SPEC-F6]', () => {
    const walked = new Map<string, number>();
    for (const { subject } of corpus.beliefs) walked.set(subject.entity_id, (walked.get(subject.entity_id) ?? 0) + 1);
    const counted = (rows: { id: string; count: number }[]) => new Map(rows.map(({ id, count }) => [id, count]));
    const listed = counted(corpus.entities.map((row) => ({ id: row.entity_id, count: row.released_record_count })));
    expect(listed).toEqual(walked);
    const covered = counted(
      corpus.tickers.tickers.map((row) => ({ id: row.security_id, count: row.released_record_count })),
    );
    const ofEntities = corpus.entityBriefs.map(({ entity, coverage }) => ({ id: entity.entity_id, coverage }));
    const ofListings = briefs().map(({ security, coverage }) => ({ id: security.id, coverage }));
    for (const { id, coverage } of [...ofEntities, ...ofListings]) {
      expect(coverage.released_record_count).toBe(walked.get(id) ?? 0);
      expect(coverage.returned_view_count + coverage.omitted_record_count).toBe(coverage.released_record_count);
    }
    expect([...covered].filter(([id, count]) => walked.get(id) !== count)).toEqual([]);
    expect([covered.size, ofEntities.length, ofListings.length, walked.size]).toEqual([17, 8, 36, 25]);
  });

  it('of a view: claims, blockers and conditions shown and omitted are those of its record', () => {
    const views = [...briefs(), ...corpus.entityBriefs].flatMap((brief) => brief.views);
    for (const view of views) {
      const { claims, condition } = recordOf(view.belief_id);
      const shown = [view.support, view.risk].filter((claim) => claim !== null && claim.claim_id !== null).length;
      expect(shown + view.omitted_claim_count).toBe(claims.length);
      expect(view.condition.blockers.length + view.condition.omitted_blocker_count).toBe(condition.blockers.length);
    }
    expect(views.length).toBeGreaterThan(80);
    for (const { views: shown, recorded_conditions, omitted_condition_count } of corpus.entityBriefs) {
      const all = shown.reduce((sum, { belief_id }) => sum + recordOf(belief_id).conditions.length, 0);
      expect(recorded_conditions.length + omitted_condition_count).toBe(all);
    }
  });

  it('of a trade state: conditions of each setup and those to watch, over the returned views [SPEC-F8]', () => {
    let setups = 0;
    for (const { trade_state: state, views } of briefs()) {
      for (const setup of state.setups) {
        setups += 1;
        // Setups name the returned views that count; views that they do not name have the direction too.
        const own = setup.thesis_ids;
        const ofSide = views.filter(({ direction }) => direction === setup.direction).map(({ belief_id }) => belief_id);
        expect(ofSide.filter((id) => own.includes(id))).toEqual(own);
        const all = own.reduce((sum, id) => sum + recordOf(id).conditions.length, 0);
        expect(setup.conditions.length + setup.omitted_condition_count).toBe(all);
      }
      const open = views.filter(({ status }) => !['reversed', 'resolved', 'abandoned'].includes(status));
      const undecided = open
        .flatMap(({ belief_id }) => recordOf(belief_id).conditions)
        .filter(({ status }) => ['pending', 'not_triggered', 'unknown'].includes(status));
      expect(state.watch_conditions.length + state.omitted_watch_condition_count).toBe(undecided.length);
    }
    expect(setups).toBeGreaterThan(20);
  });

  it('of a chart: markers shown and omitted are the moves of the returned views within its window', () => {
    const calendar = createCalendar();
    let charts = 0;
    for (const { chart, views } of briefs()) {
      if (chart === null) continue;
      charts += 1;
      const sessions = views
        .flatMap(({ belief_id }) => recordOf(belief_id).revisions)
        .filter(({ move }) => move !== 'none')
        .map(({ observed_at: at }) => entrySessionOf(calendar, { at, isDay: false }) ?? '');
      const inside = sessions.filter((on) => on >= (chart.from_session ?? '') && on <= (chart.to_session ?? ''));
      expect(chart.markers.length + chart.omitted_marker_count).toBe(inside.length);
    }
    expect(charts).toBeGreaterThan(20);
  });

  it('of theses, related records and evidence', () => {
    for (const full of corpus.fulls) {
      expect(full.theses.length + full.omitted_thesis_count).toBe(full.coverage.released_record_count);
      const { related_beliefs: shown, omitted_related_count: omitted } = full.related_context;
      const sector = full.sector_context;
      expect((sector?.related.length ?? 0) + (sector?.omitted_related_count ?? 0)).toBe(shown.length + omitted);
      expect(full.related_context.summary.text.startsWith(`${shown.length + omitted} record`)).toBe(shown.length > 0);
    }
    for (const { data } of corpus.sources) {
      expect(data.evidence.length + data.omitted_evidence_count).toBe(data.source.evidence_count);
    }
    expect(corpus.sources.length).toBeGreaterThan(10);
  });
});

/** Ids of citations anywhere in a value, in fields of any name. */
function citedIn(value: unknown): string[] {
  return [...new Set(JSON.stringify(value).match(/cit_[0-9a-f]{32}/g) ?? [])].sort();
}

/** Every document with citations, as document and citation list. */
function citing(): { document: unknown; citations: readonly Citation[] }[] {
  const whole = [...briefs(), ...corpus.entityBriefs].map(({ citations, ...document }) => ({ document, citations }));
  const listed = [...corpus.pages, ...corpus.details.values()].map(({ data: { citations, ...document } }) => ({
    document,
    citations,
  }));
  return [...whole, ...listed];
}

describe('citations', () => {
  it('are in each document exactly those that it mentions, and each view names one [SPEC-R1]', () => {
    const documents = citing();
    for (const { document, citations } of documents) {
      expect(citations.map(({ citation_id }) => citation_id).sort()).toEqual(citedIn(document));
    }
    expect(documents.length).toBeGreaterThan(100);
    const views = [...briefs(), ...corpus.entityBriefs].flatMap((brief) => brief.views);
    for (const { person, source_citation_id } of views) {
      expect(person.name).not.toBe('');
      expect(source_citation_id).toMatch(/^cit_/);
    }
  });

  it('lead to evidence that can be read, holds the quote, and has the hash that they name', () => {
    const seen = new Set<string>();
    for (const { citations } of citing()) {
      for (const { citation_id, evidence_id, locator, content_hash } of citations) {
        const evidence = corpus.evidence.get(evidence_id)?.data;
        expect(evidence?.citations.map((one) => one.citation_id)).toContain(citation_id);
        const capture = evidence?.evidence.capture.text ?? '';
        if (locator.kind === 'text_quote') {
          expect(capture).toContain(`${locator.prefix ?? ''}${locator.exact}${locator.suffix ?? ''}`);
        }
        expect(content_hash).toBe(`sha256:${createHash('sha256').update(capture).digest('hex')}`);
        seen.add(citation_id);
      }
    }
    expect(seen.size).toBeGreaterThan(150);
  });
});

type Text = { text: string; truncated: boolean };

/** The one statement of the corpus with `truncated_by_source`. */
const cutBySource =
  'Back in $HOLM. The second slipway is let to the coast guard until 2031. That pays the interest, and the';

/** Every text object under a value. */
function textsIn(value: unknown): Text[] {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (value === null || typeof value !== 'object') return [];
  if ('truncated' in value && 'text' in value) return [value as Text];
  return Object.values(value).flatMap(textsIn);
}

describe('a text that is cut', () => {
  it('is whole in the record of a belief that the document names', () => {
    let cut = 0;
    for (const document of [...briefs(), ...corpus.entityBriefs, ...corpus.pages]) {
      const named = JSON.stringify(document).match(/bel_[0-9a-f]{32}/g) ?? [];
      const whole = [...new Set(named)].flatMap((id) => textsIn(recordOf(id)));
      for (const { text, truncated } of textsIn(document).filter((one) => one.truncated)) {
        cut += 1;
        expect(truncated).toBe(true);
        // A text that its source had shortened is the same in the record.
        const isWhole = (one: Text): boolean => (one.truncated ? one.text === text : one.text.length > text.length);
        expect(whole.some((one) => one.text.startsWith(text) && isWhole(one))).toBe(true);
      }
    }
    expect(cut).toBeGreaterThan(3);
  });

  it('is never one of a record or of evidence, but for one that its source had cut', () => {
    const documents = [...corpus.details.values(), ...corpus.evidence.values()];
    const cut = documents.flatMap(textsIn).filter(({ truncated }) => truncated);
    expect(new Set(cut.map(({ text }) => text))).toEqual(new Set([cutBySource]));
    expect(documents.length).toBeGreaterThan(100);
  });
});
