/** Frame of every page: head, navigation, main part and foot, and its response headers. */
import { readFileSync } from 'node:fs';
import type { Response } from 'express';
import { linksAt, markupAt } from '../../contract/path-prefix.ts';
import { digestOf } from '../../http/respond.ts';
import { sendPublic } from '../../http/send-public.ts';
import { assetPath } from './asset.ts';
import { withFonts } from './fonts.ts';
import { type Card, cardTags, headLinks } from './head.ts';
import {
  type Header,
  companySearch,
  footer,
  header,
  publicFoot,
  publicPlaces,
  serviceName,
  siteSearch,
} from './header.ts';
import { type Html, type Value, html } from './html.ts';
import { siteScript } from './scripts.ts';

/** The signed-in person, for the navigation. */
export type Viewer = { email: string } | null;

export type PageOptions = {
  title: string;
  /** Description for search engines and link previews; pages of signed-in people need none. */
  description?: string;
  /** Address for link previews, of pages that people share. */
  card?: Pick<Card, 'baseUrl' | 'path'>;
  viewer: Viewer;
  /** The entry of the navigation that is marked as current. */
  current?: string;
  /** Addresses of the service's scripts; the page must be readable without them. */
  scripts?: readonly string[];
  main: Html;
  /** The desk has its own navigation and foot. */
  frame?: Frame;
};

/** Name, navigation, search and foot that pages of one site share. */
export type Frame = Pick<Header, 'name' | 'places' | 'search'> & { foot: Html };

/** One design for all pages, in one file, at an address that changes with its content. */
const design = readFileSync(new URL('design.css', import.meta.url), 'utf8');
export const stylesheet: Buffer = Buffer.from(withFonts(design, '..'));
export const stylesheetPath: string = assetPath('design.css', stylesheet);

const publicFrame: Frame = {
  name: serviceName,
  places: publicPlaces,
  search: siteSearch(companySearch),
  foot: publicFoot,
};

/** The feed of releases, for readers that are given the address of any page. */
const feedLink = html`<link
  rel="alternate"
  type="application/atom+xml"
  href="/v1/releases.atom"
  title="Releases of research"
/>`;

export function page({
  title,
  description,
  card,
  viewer,
  current,
  scripts = [],
  main,
  frame = publicFrame,
}: PageOptions): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${frame.name}</title>
        ${description !== undefined && html`<meta name="description" content="${description}" />`}
        ${headLinks}
        <link rel="stylesheet" href="${stylesheetPath}" />
        ${card !== undefined && cardTags({ ...card, title, description: description ?? title })}
        ${frame === publicFrame && feedLink}
        ${[siteScript.path, ...scripts].map((script) => html`<script type="module" src="${script}"></script>`)}
      </head>
      <body>
        ${header({ ...frame, current, viewer: viewerOf(viewer) })}
        <main id="main" tabindex="-1">${main}</main>
        ${footer(frame.foot)}
      </body>
    </html> `;
}

function viewerOf(viewer: Viewer): Value {
  if (viewer === null) return html`<a class="button quiet" href="/sign-in">Sign in</a>`;
  return html`<form class="viewer" method="post" action="/sign-out">
    <span>${viewer.email}</span><button class="quiet">Sign out</button>
  </form>`;
}

export type SendOptions = {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** Other origins that a form of this page may lead to, for the consent page only. */
  formAction?: readonly string[];
};

/**
 * A chat may open the consent in a separate window and wait for its message. A policy that isolates the page from its
 * opener would leave the chat waiting.
 */
export const keepsOpener = { 'Cross-Origin-Opener-Policy': 'unsafe-none' };

/** Sends a page that no cache may keep, because it may be of one person. */
export function sendPage(response: Response, content: Html, sent: SendOptions = {}): void {
  const { status = 200, headers = {}, formAction = [] } = sent;
  const { bytes, pageHeaders } = written(response, content, { headers, formAction });
  response.writeHead(status, { ...pageHeaders, 'Content-Length': bytes.length, 'Cache-Control': 'no-store' });
  response.end(response.req.method === 'HEAD' ? undefined : bytes);
}

/** Sends a page that is the same for all; caches may keep it for a minute. */
export async function sendPublicPage(
  response: Response,
  content: Html,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { bytes, pageHeaders } = written(response, content, { headers });
  const answer = { bytes, sha256: digestOf(bytes), headers: { 'Cache-Control': 'public, max-age=60', ...pageHeaders } };
  await sendPublic(response.req, response, answer);
}

/** The bytes of a page at the path prefix of the service, and its headers with all policies that it does not need denied. */
function written(response: Response, content: Html, { headers = {}, formAction = [] }: SendOptions) {
  const { baseUrl: prefix } = response.req;
  const pageHeaders = {
    'Content-Type': 'text/html; charset=utf-8',
    ...pagePolicies(formAction),
    ...headers,
    ...(headers['Link'] !== undefined && { Link: linksAt(prefix, headers['Link']) }),
  };
  return { bytes: Buffer.from(markupAt(prefix, content.text)), pageHeaders };
}

/**
 * No inline script or style, no other origin, no frame. With a referrer policy of no-referrer, the Origin of forms
 * would be null.
 */
export function pagePolicies(formAction: readonly string[] = []): Record<string, string> {
  const content = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    `form-action ${["'self'", ...formAction].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ];
  return {
    'Content-Security-Policy': content.join('; '),
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  };
}
