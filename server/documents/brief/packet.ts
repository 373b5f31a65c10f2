// The provenance-labelled packet of a thesis: changes, reasons, disagreements, conditions to watch, and unknowns.
import type { Packet, PacketCondition, PacketNote } from '../../../generated/api.ts';
import type { Instant } from '../../store/engine/db.ts';
import type { BeliefPart, ConditionKind, NoteBody } from '../../store/known/read-beliefs.ts';
import { citedIds } from '../cited.ts';
import { type Cut, textOf } from '../revisions.ts';
import { partsOf } from '../view.ts';

/** A sentence written by the service, with the citation that supports it. */
export type DerivedSentence = { statement: string; observedAt: Instant; citationId: string | null };

/** The sentences that the service adds to the recorded ones. */
export type DerivedNotes = {
  changes: readonly DerivedSentence[];
  disagreements: readonly DerivedSentence[];
  unknowns: readonly DerivedSentence[];
};

function notes(parts: readonly BeliefPart[], kind: NoteBody['kind'], cut: Cut): PacketNote[] {
  return partsOf(parts, 'note')
    .filter(({ body }) => body.kind === kind)
    .map(({ body, observed_at }) => ({
      statement: textOf(body.statement, 'statement', cut),
      provenance: body.provenance,
      observed_at,
      citation_id: body.citation_id,
    }));
}

function conditions(parts: readonly BeliefPart[], kind: ConditionKind, cut: Cut): PacketCondition[] {
  return partsOf(parts, 'condition')
    .filter(({ body }) => body.kind === kind)
    .map(({ body, observed_at }) => ({
      statement: textOf(body.statement, 'statement', cut),
      status: body.status,
      expected_by: body.expected_by,
      provenance: 'author_stated',
      observed_at,
      citation_id: body.citation_id,
    }));
}

function derivedNote({ statement, observedAt, citationId }: DerivedSentence): PacketNote {
  return {
    statement: { text: statement, truncated: false },
    provenance: 'service_derived',
    observed_at: observedAt,
    citation_id: citationId,
  };
}

export function packet(parts: readonly BeliefPart[], derived: DerivedNotes, cut: Cut): Packet {
  const sections = {
    changes: [...notes(parts, 'change', cut), ...derived.changes.map(derivedNote)],
    reasons: notes(parts, 'reason', cut),
    disagreements: [...notes(parts, 'disagreement', cut), ...derived.disagreements.map(derivedNote)],
    catalysts: conditions(parts, 'catalyst', cut),
    risks: conditions(parts, 'risk', cut),
    invalidations: conditions(parts, 'invalidation', cut),
    comparable_history: notes(parts, 'comparable_history', cut),
    unknowns: [...notes(parts, 'unknown', cut), ...derived.unknowns.map(derivedNote)],
  };
  return { ...sections, citation_ids: [...citedIds(sections)] };
}
