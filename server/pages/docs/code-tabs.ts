/** The same question in several languages, as tabs that need no script. */
import { type Html, html } from '../shell/html.ts';

export type CodeTab = { id: string; label: string; code: string; note?: Html };

/** The stylesheet shows the panel of the chosen tab. A script adds a copy button, and remembers the choice. */
export function codeTabs(name: string, legend: string, tabs: readonly CodeTab[]): Html {
  return html`<fieldset class="tabs"><legend class="heard">${legend}</legend>${tabs.map(
    ({ id, label }, index) =>
      html`<input type="radio" name="${name}" id="${name}-${id}" value="${id}" class="tab tab-${id}"${index === 0 && html` checked`}><label for="${name}-${id}">${label}</label>`,
  )}${tabs.map(
    ({ id, label, code, note }) =>
      html`<div class="panel panel-${id}"><p class="panel-name">${label}</p><pre class="code" tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre>${note}</div>`,
  )}</fieldset>`;
}
