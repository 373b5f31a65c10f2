// Report of a verification: failed checks with reasons, passed checks by kind, and checks that were not possible.
import type { Check, VerifyReport } from '../../evidence/verify.ts';
import { counted } from '../../words/text.ts';
import type { Sheet } from '../terminal/sheet.ts';

const meanings: Readonly<Record<Check['name'], string>> = {
  'document-digest': 'the bytes give the digest that was named',
  'citation-ids': 'every citation that is referred to stands in the document',
  'content-hash': 'captured words give the hash that is cited',
  quote: 'quoted words stand in the captured words',
  'observation-hash': 'prices give the hash that is published with them',
  'log-checkpoint': 'the log is signed, and extends what this computer has seen of it',
  'log-inclusion': 'rows stand in the public log',
  'log-row': 'what the document shows is what its rows in the log say',
};

const isOpen = ({ outcome }: Check): boolean => outcome === 'not-checkable';

export function showChecks({ passed, failed, notCheckable, checks }: VerifyReport, sheet: Sheet): void {
  const { paint, glyphs } = sheet.ink;
  const isPriceOpen = checks.some((check) => isOpen(check) && check.name === 'observation-hash');
  const tone = failed > 0 ? 'bad' : passed === 0 || isPriceOpen ? 'warn' : 'good';
  const proven = passed === 0 ? 'Nothing could be verified' : 'Verified but for a price';
  const verdict = { bad: 'Verification failed', warn: proven, good: 'Verified' }[tone];
  sheet.say(
    `${paint('bold', paint(tone, verdict))}: ${passed} passed, ${failed} failed, ${notCheckable} could not be checked`,
  );
  sheet.gap();
  for (const { name, of, reason } of checks.filter(({ outcome }) => outcome === 'failed'))
    sheet.item(`${paint('bold', name)} of ${of}: ${reason}`, { sign: paint('bad', glyphs.cross) });
  for (const [name, meaning] of Object.entries(meanings)) {
    const count = checks.filter((check) => check.name === name && check.outcome === 'passed').length;
    if (count > 0)
      sheet.item(`${paint('bold', name)} ${meaning}: ${counted(count, 'time')}`, { sign: paint('good', glyphs.check) });
  }
  const reasons = new Map<string, number>();
  for (const { name, reason } of checks.filter(isOpen)) {
    const why = `${name}: ${reason.replace(/ evd_[0-9a-f]+/, '')}`;
    reasons.set(why, (reasons.get(why) ?? 0) + 1);
  }
  for (const [reason, count] of reasons)
    sheet.item(count === 1 ? reason : `${reason} (${count})`, { sign: glyphs.open });
}
