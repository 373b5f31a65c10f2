import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LoadingBench } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const days = ['2020-01-02', '2020-01-03', '2020-01-06', '2020-01-07', '2020-01-08', '2020-01-09', '2020-01-10'];
const yahoo = (rows: readonly string[], closes: { [day: string]: string } = {}): string =>
  [
    'Date,Open,High,Low,Close,Adj Close,Volume',
    ...rows.map((day) => `${day},9,11,8,${closes[day] ?? '20'},10,1`),
    '',
  ].join('\n');
const timed = (rows: readonly string[], times: { [day: string]: string } = {}): string =>
  ['date,adj_close,observed_at', ...rows.map((day) => `${day},10,${times[day] ?? ''}`), ''].join('\n');
const later = { '2020-01-03': '2020-01-05T00:00:00Z' };

describe('another close beside an equal adjusted one', () => {
  it('restates the series, staged or released, when the file has all of it', async () => {
    await bench.prices('ZQRX.csv', yahoo(days));
    const staged = await bench.prices('ZQRX.csv', yahoo(days, { '2020-01-03': '21' }));
    expect(staged).toMatchObject({ new: 1, series: [{ outcome: 'restates' }] });
    await bench.release();
    expect(await bench.rows("select close from price where session_date = '2020-01-03'")).toEqual([{ close: '21' }]);
    const released = await bench.prices('ZQRX.csv', yahoo(days, { '2020-01-03': '22' }));
    expect(released).toMatchObject({ new: 1, series: [{ outcome: 'restates' }] });
    expect((await bench.release()).prices).toMatchObject({ rows: 7, vintages_restated: 1 });
    expect(
      await bench.rows("select close, from_version from price where session_date = '2020-01-03' order by from_version"),
    ).toEqual([
      { close: '21', from_version: 1 },
      { close: '22', from_version: 2 },
    ]);
  });

  it('is refused in a part of the series', async () => {
    await bench.prices('ZQRX.csv', yahoo(days));
    await bench.release();
    expect(await bench.faults(() => bench.prices('ZQRX.csv', yahoo(days.slice(1), { '2020-01-03': '21' })))).toEqual([
      'ZQRX.csv:2:ZQRX: partial-restatement: 1 of 6 shared sessions have another split-adjusted close than ZQRX|yahoo holds (it has 20 for this one), and 1 sessions of it are not in the file; load the whole history on its new basis',
    ]);
  });

  it('is none where the file has no close', async () => {
    await bench.prices('ZQRX.csv', yahoo(days));
    await bench.release();
    const plain = ['date,adj_close', ...days.map((day) => `${day},10`), ''].join('\n');
    expect(await bench.prices('ZQRX.csv', plain, { provider: 'yahoo' })).toMatchObject({
      new: 0,
      series: [{ outcome: 'unchanged' }],
      notes: [],
    });
  });

  const plain = ['date,adj_close', ...days.map((day) => `${day},9`), ''].join('\n');
  const without = yahoo(days, { '2020-01-07': '' }).replaceAll(',10,1', ',9,1');
  it.each([
    ['all', plain, '7 sessions lose their'],
    ['one', without, '1 session loses its'],
  ])('is told to be lost for %s where a restated history leaves it out', async (_what, history, lost) => {
    await bench.prices('ZQRX.csv', yahoo(days));
    await bench.release();
    const { notes, series } = await bench.prices('ZQRX.csv', history, { provider: 'yahoo' });
    expect(series).toMatchObject([{ outcome: 'restates' }]);
    expect(notes).toEqual([
      `${lost} split-adjusted close, which the restated history does not say: targets are compared with it; load the history with those closes to keep them`,
    ]);
  });
});

describe('another time of observation that a row states', () => {
  it('restates the series when the file has all of it, and is then the same', async () => {
    await bench.prices('ZQRX.csv', timed(days));
    await bench.release();
    expect(await bench.prices('ZQRX.csv', timed(days, later))).toMatchObject({ series: [{ outcome: 'restates' }] });
    expect((await bench.release()).prices).toMatchObject({ vintages_restated: 1 });
    expect(await bench.prices('ZQRX.csv', timed(days, later))).toMatchObject({ series: [{ outcome: 'unchanged' }] });
    expect(await bench.prices('ZQRX.csv', timed(days))).toMatchObject({ series: [{ outcome: 'unchanged' }] });
  });

  it('is refused in a part of the series', async () => {
    await bench.prices('ZQRX.csv', timed(days));
    await bench.release();
    const [fault] = await bench.faults(() => bench.prices('ZQRX.csv', timed(days.slice(1), later)));
    expect(fault).toContain(
      'have another time of observation than ZQRX|unstated holds (it has 2020-01-03T21:00:00.000Z',
    );
  });

  it('is none where the command says when the file was observed, so that a series is continued day after day', async () => {
    await bench.prices('ZQRX.csv', timed(days.slice(0, 6)), { observedAt: '2020-01-10T00:00:00.000Z' });
    await bench.release();
    expect(
      await bench.prices('ZQRX.csv', timed(days.slice(1)), { observedAt: '2020-01-11T00:00:00.000Z' }),
    ).toMatchObject({
      new: 1,
      series: [{ outcome: 'appends' }],
      notes: [
        '5 sessions that are known already keep the time of the first observation: --observed-at is that of the new ones (to correct a time, write it in a column observed_at)',
      ],
    });
    await bench.release();
    const times = 'select observed_at, count(*)::integer as count from price group by observed_at order by observed_at';
    expect(await bench.rows(times)).toEqual([
      { observed_at: '2020-01-10T00:00:00.000Z', count: 6 },
      { observed_at: '2020-01-11T00:00:00.000Z', count: 1 },
    ]);
  });

  it('changes nothing where the command alone says it, which is told', async () => {
    await bench.prices('ZQRX.csv', timed(days));
    await bench.release();
    const again = await bench.prices('ZQRX.csv', timed(days), { observedAt: '2020-02-01T00:00:00.000Z' });
    expect(again).toMatchObject({ new: 0, series: [{ outcome: 'unchanged' }] });
    expect(again.notes).toEqual([expect.stringMatching(/^7 sessions that are known already keep the time of/)]);
    expect((await bench.prices('NEW.csv', timed(days), { observedAt: '2020-02-01T00:00:00.000Z' })).notes).toEqual([]);
  });
});
