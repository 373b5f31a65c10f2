import { describe, expect, it } from 'vitest';
import { helpOf, parseCommand, UsageError } from './command.ts';
import { commands, overview } from './commands.ts';

function parse(name: string, ...argv: string[]): unknown {
  const command = commands.find((each) => each.name === name);
  if (command === undefined) throw new Error(`no command ${name}`);
  return parseCommand(command, argv);
}

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
    ['release', '--dry-run'],
    ['withdraw', 'bel_1'],
    ['withdraw', '--reason', 'wrong'],
    ['withdraw', 'a', 'b', '--reason', 'wrong'],
    ['import-prices', 'a.csv', '--observed-at', 'yesterday'],
    ['create-key', '--forever'],
  ])('does not understand %s %s', (name, ...argv) => {
    expect(() => parse(name, ...argv)).toThrow(UsageError);
  });

  it('shows help with examples for every command, and lists every command', () => {
    expect(commands.length).toBeGreaterThanOrEqual(10);
    for (const command of commands) {
      expect(overview()).toContain(`  ${command.name} `);
      expect(helpOf(command)).toContain(`npm run admin -- ${command.name}`);
    }
  });
});
