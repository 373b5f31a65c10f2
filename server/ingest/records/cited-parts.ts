// Remainder of a part without some of its citations: each statement still has a citation.
import type { CitingPart } from '../../store/published/rests-on.ts';

type Body = CitingPart['body'];
type CitedText = { citation_ids: readonly string[] };
type Intent = CitedText & { conditions: readonly CitedText[] };

/** Null when nothing is left that a remaining citation carries. Claims, conditions, targets and notes have one citation. */
export function withoutCitations(
  { kind, body }: Pick<CitingPart, 'kind' | 'body'>,
  gone: ReadonlySet<string>,
): Body | null {
  if (kind === 'investment_case') {
    const paragraphs = carried(body['paragraphs'] as readonly CitedText[], gone);
    return paragraphs.length === 0 ? null : { ...body, paragraphs };
  }
  if (kind !== 'intent') return null;
  const left = intentLeft(body as unknown as Intent, gone);
  if (left === null) return null;
  const more = body['additional_intents'] as readonly Intent[] | undefined;
  if (more === undefined) return { ...left };
  const additional = more.map((intent) => intentLeft(intent, gone)).filter((intent) => intent !== null);
  return { ...left, additional_intents: additional };
}

/** Each with the citations that it keeps; what loses its last one goes, and what never had any stays. */
function carried<T extends CitedText>(items: readonly T[], gone: ReadonlySet<string>): T[] {
  return items.flatMap((item) => {
    const kept = item.citation_ids.filter((id) => !gone.has(id));
    return kept.length === 0 && item.citation_ids.length > 0 ? [] : [{ ...item, citation_ids: kept }];
  });
}

function intentLeft<T extends Intent>(intent: T, gone: ReadonlySet<string>): T | null {
  const [left] = carried([intent], gone);
  return left === undefined ? null : { ...left, conditions: carried(left.conditions, gone) };
}
