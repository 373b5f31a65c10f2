/** Links of a page's head that all pages share: icons, fonts, the colours by choice, and the card of a link preview. */
import { type Html, html } from './html.ts';
import { preloaded } from './fonts.ts';
import { serviceName } from './header.ts';
import { images } from './images.ts';
import { themeScript } from './scripts.ts';

/** The script is not deferred: it runs before the page is first drawn. */
export const headLinks: Html = html`<script src="${themeScript.path}"></script>
${preloaded.map((path) => html`<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin>`)}
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="${images.icon.path}" type="image/svg+xml">
<link rel="apple-touch-icon" href="${images.touch.path}">`;

export type Card = {
  /** Base of the service: previews need whole addresses. */
  baseUrl: string;
  /** The address of the page, without what only chooses its state. */
  path: string;
  title: string;
  description: string;
};

export function cardTags({ baseUrl, path, title, description }: Card): Html {
  return html`<link rel="canonical" href="${baseUrl}${path}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="${serviceName}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${baseUrl}${path}">
<meta property="og:image" content="${baseUrl}${images.card.path}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${serviceName}: who said what about a company, where, and what became of it">
<meta name="twitter:card" content="summary_large_image">`;
}
