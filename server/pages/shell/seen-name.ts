/** Names chosen by others, for a page: a name without a visible character is replaced by a remark. */
import { type Value, html } from './html.ts';

/**
 * Spaces, controls, characters that Unicode ignores (fillers, joiners, selectors), and blanks that it counts as letters
 * or symbols.
 */
const unseen = /[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{16fe4}\u{1d159}]/gu;

export function isSeen(name: string): boolean {
  return name.replaceAll(unseen, '') !== '';
}

/** Quoted, because quotes mark chosen names: a device that calls itself "no visible name" appears in quotes. */
export function quotedName(name: string): Value {
  return isSeen(name) ? html`<q>${name}</q>` : noneSeen;
}

export function seenName(name: string): Value {
  return isSeen(name) ? name : noneSeen;
}

const noneSeen = html`<em>no visible name</em>`;
