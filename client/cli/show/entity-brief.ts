// Brief of an entity without a listing, as text: it has no prices, and gives the reason.
import type { BriefEntity } from '../../../generated/api.ts';
import { instantText } from '../say.ts';
import { counted } from '../../words/text.ts';
import type { Sheet } from '../terminal/sheet.ts';
import { Cites } from './cites.ts';
import { left, standing } from './standing.ts';
import { conditions } from './trade-state.ts';
import { views } from './views.ts';

export function showEntityBrief(brief: BriefEntity, sheet: Sheet): void {
  const { paint } = sheet.ink;
  const { entity, coverage } = brief;
  const cites = new Cites(brief.citations, sheet.ink);
  sheet.row(paint('bold', entity.name ?? 'Name not recorded'), entity.kind, paint('dim', entity.entity_id));
  sheet.say(`As of ${instantText(brief.as_of)}`);
  sheet.gap();
  const counts = `${counted(coverage.released_record_count, 'released record')}, ${coverage.returned_view_count} shown, ${coverage.omitted_record_count} not shown`;
  standing(brief, sheet, counts);
  sheet.gap();
  sheet.facts([
    ['Price', `${brief.price_capability.status}: ${brief.price_capability.reason}`],
    ['Benchmark', `${brief.benchmark_capability.status}: ${brief.benchmark_capability.reason}`],
  ]);
  views({ shown: brief.views, directions: [], theses: [], cites }, sheet);
  sheet.gap();
  left(coverage.omitted_record_count, 'released record', sheet);
  if (brief.recorded_conditions.length > 0) sheet.heading('Recorded conditions');
  conditions(brief.recorded_conditions, cites, sheet);
  left(brief.omitted_condition_count, 'condition', sheet);
  cites.list(sheet);
  sheet.gap();
  sheet.say(paint('dim', `Every belief: research beliefs --entity ${entity.entity_id} --as-of ${brief.as_of}`));
}
