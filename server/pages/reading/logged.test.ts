/** The line of a brief on the public log. */
import { expect, it } from 'vitest';
import { logged } from './logged.ts';

const view = (belief_id: string, observed_at: string, logged_at: string | null) => ({
  belief_id,
  observed_at,
  logged_at,
});
const plain = (views: Parameters<typeof logged>[0]): string =>
  String(logged(views) ?? '')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/\s+/g, ' ');

it('counts the views in the log, and says when the newest came into it', () => {
  const views = [
    view('b:1', '2026-06-01T12:00:00.000Z', '2026-06-03T12:00:00.000Z'),
    view('b:2', '2026-05-01T12:00:00.000Z', '2026-06-03T12:00:00.000Z'),
  ];
  expect(plain(views)).toMatch(
    /^2 of 2 views are in the public log; the newest was logged on 3 Jun 2026, 12:00 UTC, 2 days after it was observed\.$/,
  );
});

it('does not count a view that no signed checkpoint covers', () => {
  const views = [
    view('b:1', '2026-06-03T11:00:00.000Z', null),
    view('b:2', '2026-06-01T11:00:00.000Z', '2026-06-01T12:00:00.000Z'),
  ];
  expect(plain(views)).toMatch(
    /^1 of 2 views is in the public log; the newest was logged on 1 Jun 2026, 12:00 UTC, within a day of its observation\.$/,
  );
  expect(plain([view('b:1', '2026-06-03T11:00:00.000Z', null)])).toBe('No view shown here is in the public log yet.');
});

it('says nothing of a brief without views', () => {
  expect(logged([])).toBeNull();
});
