/** Brief of an entity without a listing: its views, conditions and sources, and the gaps that it states. */
import type { BriefEntity } from '../../../generated/api.ts';
import { capital, counted } from '../../../client/words/text.ts';
import { type Html, type Value, html } from '../shell/html.ts';
import { openPerson } from './address.ts';
import { changeMarks } from './changed.ts';
import { citesOf } from './citations.ts';
import { type DocumentCall, codeBox } from './code-box.ts';
import { coverageLabel, freshnessLabel } from './drawing/labels.ts';
import { instant } from './drawing/say.ts';
import { limits } from './limits.ts';
import { modeLabel } from './top.ts';
import { conditionTable, more } from './trade-state.ts';
import { views } from './views.ts';

export type EntityPage = { brief: BriefEntity; called: DocumentCall; cutoff: Html; cost?: Value };

export function entityPage({ brief, called, cutoff, cost }: EntityPage): Html {
  const { entity, data_status: data, coverage, recorded_conditions: conditions } = brief;
  const cites = citesOf(brief.citations);
  const name = entity.name ?? entity.entity_id;
  const person = (id: string): string => openPerson(id, { as_of: brief.as_of, mode: data.mode });
  const list = { views: brief.views, directions: [], coverage, ticker: name, theses: [], person };
  return html`<article class="brief" aria-labelledby="brief">
    <div class="brief-part" id="brief-top"><header class="brief-head">
      <div class="brief-name">
        <h1 id="brief">${name}</h1>
        ${entity.name === null && html`<p class="soft small">No name is recorded.</p>`}
        <p class="row tight">${modeLabel(data.mode)} ${coverageLabel(data.coverage)} ${freshnessLabel(data.freshness)} <span>${capital(entity.kind)}, not a listing</span></p>
      </div>
      <div class="brief-price"><p class="small">Price unavailable: ${brief.price_capability.reason}</p><p class="small">Benchmark unavailable: ${brief.benchmark_capability.reason}</p></div>
      ${limits(brief, cost)}
      <p class="soft small known">As it was known at ${instant(brief.as_of)}.</p>
    </header></div>
    ${cutoff}
    <div class="brief-part" id="brief-body">
      ${views(list, cites, changeMarks(null))}
      <section class="card" aria-labelledby="conditions">
        <h2 id="conditions">Recorded conditions</h2>
        <p class="soft small">${counted(conditions.length, 'condition')} of the views above.</p>
        ${conditionTable('Recorded conditions', conditions, cites)} ${more(brief.omitted_condition_count, 'condition')}
      </section>
      ${cites.list} ${codeBox(called)}
    </div>
  </article>`;
}
