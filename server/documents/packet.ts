// The provenance-labelled packet of a thesis: what changed, why, who disagrees, what to watch, and what is not known.
import type { Packet, PacketCondition, PacketNote } from '../../generated/api.ts';
import type { BeliefPart, ConditionKind, NoteBody } from '../store/read-beliefs.ts';
import { citedIds } from './cited.ts';
import { type Cut, textOf } from './revisions.ts';
import { partsOf } from './view.ts';

/** What the service itself knows to be missing; it follows from the record and cites nothing. */
type Gap = { statement: string; observed_at: string };

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

function derived({ statement, observed_at }: Gap): PacketNote {
  return {
    statement: { text: statement, truncated: false },
    provenance: 'service_derived',
    observed_at,
    citation_id: null,
  };
}

/** The packet of one belief; `gaps` are the unknowns that the service derives from what is absent. */
export function packet(parts: readonly BeliefPart[], gaps: readonly Gap[], cut: Cut): Packet {
  const sections = {
    changes: notes(parts, 'change', cut),
    reasons: notes(parts, 'reason', cut),
    disagreements: notes(parts, 'disagreement', cut),
    catalysts: conditions(parts, 'catalyst', cut),
    risks: conditions(parts, 'risk', cut),
    invalidations: conditions(parts, 'invalidation', cut),
    comparable_history: notes(parts, 'comparable_history', cut),
    unknowns: [...notes(parts, 'unknown', cut), ...gaps.map(derived)],
  };
  return { ...sections, citation_ids: [...citedIds(sections)] };
}
