// Releases as text: a line for each, and the tickers below it.
import type { ReleaseItem, ReleasesPage } from '../../../generated/api.ts';
import { releaseSentence } from '../../words/releases.ts';
import { counted } from '../../words/text.ts';
import { modes } from '../../words/states.ts';
import { instantText, oneLine } from '../say.ts';
import type { Sheet } from '../terminal/sheet.ts';
import { label } from './looks.ts';

export function showReleases({ mode, releases }: ReleasesPage, sheet: Sheet): void {
  const { ink } = sheet;
  sheet.row(ink.paint('bold', counted(releases.length, 'release')), label(modes, mode, ink));
  if (releases.length === 0) return sheet.say('Nothing was released there.');
  showReleaseLines(releases, sheet);
}

export function showReleaseLines(releases: readonly ReleaseItem[], sheet: Sheet): void {
  for (const release of releases) {
    sheet.gap();
    sheet.say(sheet.ink.paint('dim', instantText(release.effective_at)));
    sheet.say(oneLine(releaseSentence(release)), 2);
  }
}
