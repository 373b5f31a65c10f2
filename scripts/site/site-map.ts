// Pages of the documentation, in reading order.

export type PageKind = 'guide' | 'made' | 'tool';
export type Place = {
  /** Address of the page. */
  path: string;
  /** Label in the navigation. */
  label: string;
  /**
   * guide: written in server/docs; made: generated from the contract or the catalogue; tool: rendered by the server.
   */
  kind: PageKind;
};
export type Chapter = { title: string; places: readonly Place[] };

const guide = (name: string, label: string): Place => ({ path: `/docs/${name}`, label, kind: 'guide' });
const made = (name: string, label: string): Place => ({ path: `/docs/${name}`, label, kind: 'made' });

const front: Place = { path: '/docs', label: 'Overview', kind: 'guide' };
const reference = made('reference', 'API reference');
export const tryPage: Place = { path: '/docs/try', label: 'Try it', kind: 'tool' };

export const chapters: readonly Chapter[] = [
  { title: 'Start', places: [front, guide('start', 'Start in 60 seconds'), tryPage] },
  {
    title: 'Read research',
    places: [
      guide('read-a-brief', 'Read a brief'),
      guide('verdict', 'How a verdict is reached'),
      guide('point-in-time', 'Point in time'),
      guide('changes', 'What changed'),
      guide('releases', 'Follow what is released'),
      guide('log', 'The public log'),
      guide('citations', 'Citations and verification'),
      guide('pagination', 'Pagination'),
    ],
  },
  {
    title: 'Build with it',
    places: [
      guide('client', 'TypeScript and CLI'),
      guide('python', 'Python and data frames'),
      guide('generate-a-client', 'Generate a client'),
      guide('charging', 'Charging and receipts'),
      made('errors', 'Errors'),
      guide('device-login', 'Device login'),
      guide('connect-a-chat', 'Connect a chat'),
    ],
  },
  {
    title: 'Run it',
    places: [
      guide('operate', 'Operate it'),
      guide('desk', 'The desk'),
      guide('container', 'In containers'),
      guide('alerts', 'Metrics and alerts'),
      guide('runbook', 'Runbook'),
      guide('capacity', 'Capacity'),
      guide('security', 'Security'),
      guide('asvs', 'ASVS, row by row'),
    ],
  },
  {
    title: 'Look up',
    places: [reference, made('decisions', 'Decisions'), guide('changelog', 'Changelog'), guide('glossary', 'Glossary')],
  },
];

export const places: readonly Place[] = chapters.flatMap((chapter) => chapter.places);

/** File of a guide under server/docs. */
export function sourceOf({ path }: Place): string {
  return path === front.path ? 'index.md' : `${path.replace('/docs/', '')}.md`;
}
