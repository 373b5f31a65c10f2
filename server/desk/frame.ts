/** Frame of the desk's pages. */
import { type Html, html } from '../pages/shell/html.ts';
import { type Frame, page } from '../pages/shell/page.ts';
import type { Operator } from './context.ts';

const places = [
  ['overview', '/', 'Overview'],
  ['load', '/load', 'Load'],
  ['staged', '/staged', 'Staged'],
  ['views', '/views', 'Views'],
  ['releases', '/releases', 'Releases'],
  ['feeds', '/feeds', 'Feeds'],
  ['tasks', '/tasks', 'Tasks'],
  ['trail', '/trail', 'Trail'],
] as const;

const frame: Frame = {
  name: 'Operator’s desk',
  places,
  foot: html`<p>Each action is recorded in the audit trail. Nothing is public before a release.</p>`,
};

export type DeskPage = {
  title: string;
  operator: Operator | null;
  current?: (typeof places)[number][0];
  scripts?: readonly string[];
  main: Html;
};

export function deskPage({ operator, ...rest }: DeskPage): Html {
  return page({ ...rest, viewer: operator, frame });
}
