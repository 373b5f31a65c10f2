/** Header and footer that pages, guides and the reference share. */
import { type Html, type Value, html } from './html.ts';

export type Place = readonly [id: string, path: string, label: string];

export type Header = {
  name: string;
  places: readonly Place[];
  /** The marked entry of the navigation. */
  current?: string | undefined;
  search?: Value;
  /** The signed-in person, or the way to sign in. */
  viewer?: Value;
};

export const serviceName = 'Research Intelligence';

export const publicPlaces: readonly Place[] = [
  ['brief', '/', 'Research'],
  ['docs', '/docs', 'Documentation'],
  ['connect', '/connect', 'Connect'],
  ['account', '/account', 'Account'],
];

const sign = html`<svg class="sign" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
  <rect width="32" height="32" rx="7" />
  <path class="quotes" d="M6.5 14.5V11c0-3.2 1.7-5.2 5-6v2.7c-1.4.5-2.1 1.4-2.2 2.8h2.2v4zm8 0V11c0-3.2 1.7-5.2 5-6v2.7c-1.4.5-2.1 1.4-2.2 2.8h2.2v4z" />
  <path class="course-line" d="m6.5 25.5 6-4.5 5 2.5 8-9.5" />
</svg>`;

/** On a narrow screen the menu unfolds; on a wide one the stylesheet keeps it open. */
export function header({ name, places, current, search, viewer }: Header): Html {
  return html`<a class="skip" href="#main">Skip to the content</a>
<header class="bar">
<a class="mark" href="/">${sign}<span>${name}</span></a>
<details class="menu"><summary>Menu</summary><div class="menu-parts">
<nav aria-label="Main">${places.map(([id, path, label]) => html`<a href="${path}" ${id === current && html`aria-current="page"`}>${label}</a>`)}</nav>
${search}
${viewer}
</div></details>
</header>`;
}

/** A plain form, below which a script suggests what is found. */
export type SiteSearch = { action: string; label: string; hint: string; isOfCompanies: boolean };

export const companySearch: SiteSearch = {
  action: '/brief',
  label: 'Search companies',
  hint: 'Ticker or company',
  isOfCompanies: true,
};
export const docsSearch: SiteSearch = {
  action: '/docs/search',
  label: 'Search the documentation',
  hint: 'Search the guides',
  isOfCompanies: false,
};

export function siteSearch({ action, label, hint, isOfCompanies }: SiteSearch): Html {
  return html`<form class="search" method="get" action="${action}" role="search" aria-label="Site"${isOfCompanies && html` data-companies`}><label for="find" class="heard">${label}</label><input id="find" name="q" type="search" placeholder="${hint}" maxlength="64" autocomplete="off" spellcheck="false"><button class="quiet">Search</button></form>`;
}

const further = [
  ['/docs/reference', 'API reference'],
  ['/subscribe', 'Plans'],
  ['/openapi.json', 'Contract'],
  ['/llms.txt', 'llms.txt'],
  ['/docs/changelog.atom', 'Feed of changes'],
] as const;

export const publicFoot: Html = html`<p>Attributed, cited research. Nothing here is advice, and no target is an expected return.</p>
<nav aria-label="Further">${further.map(([path, label]) => html`<a href="${path}">${label}</a>`)}</nav>`;

export function footer(content: Html): Html {
  return html`<footer class="foot">
${content}
${themeSwitch}
</footer>`;
}

const themes = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

/** Drawn only where a script runs, which keeps the choice. */
const themeSwitch = html`<fieldset class="theme"><legend>Colours</legend>${themes.map(
  ([value, label]) =>
    html`<label><input type="radio" name="theme" value="${value}"${value === 'system' && html` checked`}><span>${label}</span></label>`,
)}</fieldset>`;
