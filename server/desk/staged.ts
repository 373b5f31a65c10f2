/** Staged set of a collection: its imports, what readers will see change, its approval and its release. */
import { basename } from 'node:path';
import { changeSides, changeTitles } from '../../client/words/changes.ts';
import { commandNamed } from '../admin/commands.ts';
import { refusalResult } from '../admin/run-command.ts';
import { type Approval, approvalOf, approveSet } from '../ingest/review/approvals.ts';
import type { BriefChange } from '../ingest/review/brief-change.ts';
import { type DryRunReport, dryRunRelease } from '../ingest/review/dry-run.ts';
import { type StagedReport, stagedReport } from '../ingest/review/staged.ts';
import { readForm, readQuery } from '../pages/shell/form.ts';
import { type Html, type Value, html } from '../pages/shell/html.ts';
import { sendPage } from '../pages/shell/page.ts';
import { redirect } from '../pages/shell/signed-in.ts';
import { time } from '../pages/shell/times.ts';
import type { Collection } from '../store/engine/db.ts';
import type { DeskContext, Operator } from './context.ts';
import { deskPage } from './frame.ts';
import type { DeskHandler, DeskRequest } from './guard.ts';
import { faultTable, resultNote } from './result.ts';
import { runAtDesk } from './run-at-desk.ts';
import type { CommandResult } from '../admin/command.ts';

export const collectionOf = (fields: URLSearchParams): Collection =>
  fields.get('collection') === 'preview' ? 'preview' : 'live';

export const showStaged: DeskHandler = (context, visit) =>
  sendStaged(context, visit, collectionOf(readQuery(visit.request)), null);

async function sendStaged(
  context: DeskContext,
  { response, operator }: DeskRequest,
  collection: Collection,
  result: CommandResult | null,
): Promise<void> {
  const { db } = context.store;
  const report = await stagedReport(db, collection);
  const trial = report.release === null ? null : await dryRunRelease(db, { collection });
  const approval = await approvalOf(db, { collection, digest: report.digest });
  const main = html`<h1>Staged for ${collection}</h1>
    ${result !== null && resultNote(result)} ${importsOf(report)}
    ${report.refused.length > 0 && html`<h2>A release would be refused</h2>${faultTable(report.refused, () => undefined)}`}
    ${trial !== null && changesOf(trial)} ${trial !== null && releaseForm(context, { report, approval, operator })}`;
  const status = result === null || result.exit === 0 ? 200 : 422;
  sendPage(response, deskPage({ title: `Staged for ${collection}`, operator, current: 'staged', main }), { status });
}

function importsOf({ collection, imports, release }: StagedReport): Html {
  if (imports.length === 0) return html`<p>Nothing is staged. <a href="/load">Load files</a></p>`;
  return html`<form class="card" method="post" action="/staged/discard">
    <h2>Imports</h2>
    ${release?.summary !== undefined && html`<p>${release.summary}</p>`}
    <input type="hidden" name="collection" value="${collection}" />
    ${imports.map(({ importId, origin, records, series, priceRows, stagedAt }) => {
      const counts = Object.entries(records).map(([kind, count]) => `${kind} ${count}`);
      const prices = series === 0 ? [] : [`prices ${priceRows} in ${series} series`];
      return html`<p class="check">
        <input type="checkbox" id="import-${importId}" name="import" value="${importId}" />
        <label for="import-${importId}">
          ${basename(origin)}: ${[...counts, ...prices].join(', ')}
          <small class="soft">import ${importId}${stagedAt !== null && html`, ${time(stagedAt)}`}</small>
        </label>
      </p>`;
    })}
    <p><button class="danger">Discard the chosen imports</button></p>
  </form>`;
}

const labels: readonly (readonly [keyof BriefChange, string])[] = [
  ['name', 'Name'],
  ['price_session', 'Newest price'],
  ['records', 'Records'],
];

function changesOf({ seen, release: { collection } }: DryRunReport): Html {
  const { changes, compared, not_compared: left, moves_benchmark: benchmark } = seen;
  return html`<section class="card" aria-labelledby="changes">
    <h2 id="changes">What readers will see</h2>
    <p>${changes.length} of ${compared} tickers read differently after this release.</p>
    ${left > 0 && html`<p>${left} more tickers are touched and were not compared.</p>`}
    ${benchmark && html`<p>The benchmark is priced too: the marks of every ticker may change.</p>`}
    ${changes.map((change) => changeTable(change, collection))}
  </section>`;
}

function changeTable(change: BriefChange, collection: Collection): Html {
  const rows: [what: string, before: Value, after: Value][] = [];
  if (change.covered !== undefined)
    rows.push(['Coverage', change.covered.before ? 'covered' : 'none', change.covered.after ? 'covered' : 'none']);
  for (const [name, label] of labels) {
    const value = change[name] as { before: string | number | null; after: string | number | null } | undefined;
    if (value !== undefined) rows.push([label, value.before ?? 'none', value.after ?? 'none']);
  }
  for (const one of change.changes) {
    const [title] = changeTitles[one.kind];
    const [before, after] = changeSides(one);
    rows.push([one.person === null ? title : `${title}: ${one.person.name}`, before ?? 'none', after ?? 'none']);
  }
  for (const { person, before, after } of change.marks)
    rows.push([`Mark since ${person}’s direction`, percent(before), percent(after)]);
  const query = new URLSearchParams({ collection, ticker: change.ticker }).toString();
  return html`<h3>${change.ticker}</h3>
    <p><a href="/staged/briefs?${query}">Both briefs of ${change.ticker}, whole</a></p>
    <div class="table" tabindex="0" role="region" aria-label="Changes of ${change.ticker}">
      <table class="stacked">
        <thead>
          <tr>
            <th scope="col"><span class="heard">What</span></th>
            <th scope="col">Today</th>
            <th scope="col">After the release</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ([what, before, after]) =>
              html`<tr>
                <th scope="row">${what}</th>
                <td data-column="Today">${before}</td>
                <td data-column="After the release">${after}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}

const percent = (value: number | null): string => (value === null ? 'unmeasured' : `${value.toFixed(2)} %`);

type ReleaseForm = { report: StagedReport; approval: Approval; operator: Operator };

/** The form names the digest of the set that the page shows: if the set changes, neither form does anything. */
function releaseForm({ approvals }: DeskContext, { report, approval, operator }: ReleaseForm): Html {
  const { collection, digest } = report;
  const set = html`<input type="hidden" name="collection" value="${collection}" />
    <input type="hidden" name="digest" value="${digest}" />`;
  const approvedBy = approval.by.map(({ email }) => email ?? 'a forgotten user').join(', ');
  const isLoader = approval.loaders.includes(operator.userId);
  const needsSecond = approvals === 'two' && approval.by.length === 0;
  return html`<section class="card" aria-labelledby="release">
    <h2 id="release">Release</h2>
    <p>Digest of this set: <code>${digest}</code></p>
    ${approval.by.length > 0 && html`<p>Approved by ${approvedBy}.</p>`}
    ${
      approvals === 'two' &&
      (isLoader
        ? html`<p>You loaded a part of this set. Another operator approves it.</p>`
        : html`<form method="post" action="/staged/approve">${set}<p><button>Approve this set</button></p></form>`)
    }
    ${
      needsSecond
        ? html`<p>It can be released after its approval.</p>`
        : html`<form class="form" method="post" action="/staged/release">
            ${set}
            <p class="field">
              <label for="effective-at">Effective at <span class="soft">(optional)</span></label>
              <input id="effective-at" name="effective-at" placeholder="2026-01-01T00:00:00Z" aria-describedby="effective-at-hint" />
              <small class="hint" id="effective-at-hint">By default from now on. An earlier instant is how history enters a new store.</small>
            </p>
            <p><button>Release</button></p>
          </form>`
    }
  </section>`;
}

export const discardStaged: DeskHandler = async (context, visit) => {
  const form = await readForm(visit.request);
  const collection = collectionOf(form);
  const chosen = form.getAll('import').filter((id) => /^\d{1,15}$/.test(id));
  const argv = [...(collection === 'preview' ? ['--preview'] : []), '--', ...chosen];
  const result = await runAtDesk(context, {
    operator: visit.operator,
    command: commandNamed('discard'),
    words: () => argv,
  });
  await sendStaged(context, visit, collection, result);
};

export const approveStaged: DeskHandler = async (context, visit) => {
  const { request, response, operator } = visit;
  const form = await readForm(request);
  const collection = collectionOf(form);
  try {
    await approveSet(context.store.db, { collection, digest: form.get('digest') ?? '', actor: operator.userId });
  } catch (error) {
    const refusal = refusalResult(error);
    if (refusal === null) throw error;
    return sendStaged(context, visit, collection, refusal);
  }
  redirect(response, `/staged?collection=${collection}`);
};

export const releaseStaged: DeskHandler = async (context, visit) => {
  const form = await readForm(visit.request);
  const collection = collectionOf(form);
  const effectiveAt = (form.get('effective-at') ?? '').trim();
  const argv = [
    ...(collection === 'preview' ? ['--preview'] : []),
    `--digest=${form.get('digest') ?? ''}`,
    ...(effectiveAt === '' ? [] : [`--effective-at=${effectiveAt}`]),
  ];
  const result = await runAtDesk(context, {
    operator: visit.operator,
    command: commandNamed('release'),
    words: () => argv,
  });
  await sendStaged(context, visit, collection, result);
};
