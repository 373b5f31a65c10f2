/** Names that others chose, as a page shows them: where nothing of one can be seen, the page says so in its place. */
import { type Value, html } from './html.ts';

/** Spaces, controls, what Unicode has ignored (fillers, joiners, selectors), and the blanks that it counts as letters or symbols. */
const unseen = /[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{16fe4}\u{1d159}]/gu;

export function isSeen(name: string): boolean {
  return name.replaceAll(unseen, '') !== '';
}

/** In quotes, which are for what somebody chose: a device that calls itself "no visible name" stands in them. */
export function quotedName(name: string): Value {
  return isSeen(name) ? html`<q>${name}</q>` : noneSeen;
}

export function seenName(name: string): Value {
  return isSeen(name) ? name : noneSeen;
}

const noneSeen = html`<em>no visible name</em>`;
