import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Command, helpOf, parseCommand, UsageError, withWholePaths } from './command.ts';
import { commands, overview } from './commands.ts';

function named(name: string): Command {
  const command = commands.find((each) => each.name === name);
  if (command === undefined) throw new Error(`no command ${name}`);
  return command;
}

const parse = (name: string, ...argv: string[]): unknown => parseCommand(named(name), argv);

describe('the words of a command', () => {
  it('acts on live unless it is told otherwise, and reads instants to the millisecond', () => {
    expect(parse('release')).toMatchObject({ collection: 'live', json: false, values: {} });
    expect(parse('release', '--preview', '--json', '--effective-at', '2013-01-01T00:00:00Z')).toMatchObject({
      collection: 'preview',
      json: true,
      values: { 'effective-at': '2013-01-01T00:00:00.000Z' },
    });
  });

  it.each([
    ['import'],
    ['release', 'now'],
    ['release', '--effective-at', '2013-02-30T00:00:00Z'],
    ['release', '--strict'],
    ['withdraw', 'bel_1'],
    ['withdraw', 'a', 'b'],
    ['import-prices', 'a.csv', '--observed-at', 'yesterday'],
    ['create-key', '--forever'],
  ])('does not understand %s %s', (name, ...argv) => {
    expect(() => parse(name, ...argv)).toThrow(UsageError);
  });

  it.each([
    ['release', ['--effectiv-at', 'x'], /^release has no option "--effectiv-at"\ndid you mean: --effective-at$/],
    ['release', ['now'], /^release takes no argument, and "now" is one too many\nnpm run admin -- help release shows/],
    ['import', [], /^import needs FILE\S*\nnpm run admin -- import /],
    ['import-prices', ['a.csv', '--ticker'], /^--ticker needs a value\nwrite --ticker VALUE$/],
    ['release', ['--json=yes'], /^--json takes no value\nwrite --json alone$/],
    ['import-prices', ['a.csv', '--ticker', 'A', '--ticker', 'B'], /^--ticker is given twice\ngive it once$/],
  ])('is refused with what to write instead: %s %j', (name, argv, text) => {
    expect(() => parse(name, ...argv)).toThrow(text);
  });

  it('has a switch for every flag, and no other', () => {
    expect(parse('import', 'a.ndjson', '--dry-run')).toMatchObject({ dryRun: true, newLink: false, strict: false });
  });

  it('makes the paths of files whole, and no value of an option that reads the same', () => {
    const whole = (name: string, ...argv: string[]): string[] => withWholePaths(named(name), argv);
    const file = resolve('SPY');
    expect(whole('import-prices', 'SPY', '--ticker', 'SPY', '--dry-run')).toEqual([
      file,
      '--ticker',
      'SPY',
      '--dry-run',
    ]);
    expect(whole('import-prices', '--provider=SPY', '--ticker=SPY', 'SPY')).toEqual([
      '--provider=SPY',
      '--ticker=SPY',
      file,
    ]);
    const behind = ['--ticker', 'SPY', '--', file, resolve('-x.csv')];
    expect(whole('import-prices', '--ticker', 'SPY', '--', 'SPY', '-x.csv')).toEqual(behind);
    expect(whole('explain', 'SPY')).toEqual(['SPY']);
  });

  it('shows help with examples for every command, and lists every command', () => {
    expect(commands.length).toBeGreaterThanOrEqual(10);
    for (const command of commands) {
      expect(overview()).toContain(`  ${command.name} `);
      expect(helpOf(command)).toContain(`npm run admin -- ${command.name}`);
    }
    // Some are one sentence and some several: the list shows the first, and none ends in a full stop.
    expect(`${overview()}${commands.map(helpOf).join('')}`).not.toMatch(/ $/m);
    expect(overview()).not.toMatch(/^ {2}\S+ {2,}.*\.$/m);
  });
});
