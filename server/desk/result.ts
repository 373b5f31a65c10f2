/** Result of a command on a page: its lines, or its faults with the rows that they are in. */
import type { CommandResult } from '../admin/command.ts';
import type { Fault } from '../ingest/files/faults.ts';
import { type Html, type Value, html } from '../pages/shell/html.ts';

/** `isShort`: the last line alone, next to a table of the faults. */
export function resultNote({ exit, lines }: CommandResult, isShort = false): Html {
  if (isShort) return html`<div class="note bad" role="alert"><p>${lines.at(-1)}</p></div>`;
  const isDone = exit === 0;
  return html`<div class="note ${isDone ? 'good' : 'bad'}" role="${isDone ? 'status' : 'alert'}">
    <h2>${isDone ? 'Result' : 'Refused'}</h2>
    <pre tabindex="0">${lines.join('\n')}</pre>
  </div>`;
}

/** The row of a file that a fault names, as it stands in the file; absent if it cannot be shown. */
export type RowText = (file: string, line: number) => string | undefined;

export function faultTable(faults: readonly Fault[], rowOf: RowText): Html {
  return html`<div class="table" tabindex="0" role="region" aria-label="Faults">
    <table class="stacked">
      <thead>
        <tr>
          <th scope="col">Row</th>
          <th scope="col">Column</th>
          <th scope="col">Fault</th>
          <th scope="col">What to do</th>
        </tr>
      </thead>
      <tbody>
        ${faults.map((fault) => faultRow(fault, rowOf))}
      </tbody>
    </table>
  </div>`;
}

function faultRow(fault: Fault, rowOf: RowText): Html {
  const { file, line, field, what, fix, table, repeated } = fault;
  const row = line === null ? undefined : rowOf(file, line);
  const more = repeated !== undefined && html`<br /><small class="soft">and in ${repeated.count} more rows</small>`;
  return html`<tr>
      <td data-column="Row">${line ?? '–'}</td>
      <td data-column="Column">${table?.column ?? field ?? '–'}${sheetOf(table?.sheet)}</td>
      <td data-column="Fault">${what}${more}</td>
      <td data-column="What to do">${fix}</td>
    </tr>
    ${row !== undefined && html`<tr class="row-text"><td colspan="4"><code>${row}</code></td></tr>`}`;
}

const sheetOf = (sheet: string | null | undefined): Value =>
  sheet !== null && sheet !== undefined && html`<br /><small class="soft">sheet ${sheet}</small>`;
