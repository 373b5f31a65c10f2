// Help of every command, and error messages for a wrong command line.
import { describe, expect, it } from 'vitest';
import { commands } from './commands.ts';
import { exitMeanings } from './calls/exit-codes.ts';
import { optionNames, optionOf } from './options.ts';
import { bench } from './testing/world.ts';

describe('help', () => {
  it('names every command, every exit code, and every option where it belongs', async () => {
    const { research, asked } = await bench();
    const { out, code } = await research('help');
    expect(code).toBe(0);
    for (const { name } of commands) expect(out.replace(/\s+/g, ' ')).toContain(`${name} `);
    for (const [exit, meaning] of Object.entries(exitMeanings)) expect(out).toContain(`${exit}  ${meaning}`);
    const told = new Set<string>();
    for (const command of commands) {
      const ran = await research('help', command.name);
      expect([command.name, ran.code]).toEqual([command.name, 0]);
      expect((await research(command.name, '--help')).out).toBe(ran.out);
      const text = ran.out.replace(/\s+/g, ' ');
      for (const name of command.options) {
        expect([command.name, text.includes(`--${name}`)]).toEqual([command.name, true]);
        told.add(name);
      }
      for (const example of command.examples) expect(text).toContain(example);
      expect(text).toContain(`Charge: ${command.charge}`);
    }
    expect(optionNames.filter((name) => !told.has(name) && !out.includes(`--${name}`))).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('is the golden help', async () => {
    const { research } = await bench({ columns: 80 });
    await expect((await research('help')).out).toMatchFileSnapshot('golden/help.txt');
    await expect((await research('help', 'brief')).out).toMatchFileSnapshot('golden/help-brief.txt');
  });

  it('comes on stderr, with a usage exit, where no command is given', async () => {
    const { research } = await bench();
    const ran = await research();
    expect([ran.code, ran.out]).toEqual([2, '']);
    expect(ran.err).toContain('research COMMAND');
    expect((await research('--help')).out).toContain('research COMMAND');
    expect((await research('-V')).out).toMatch(/^research \d+\.\d+\.\d+ \(contract 2026-10-05\)\n$/);
  });
});

describe('a command line that is not right', () => {
  const cases: readonly (readonly [args: string[], what: RegExp, fix: RegExp])[] = [
    [['breif', 'NWTB'], /there is no command "breif"/, /did you mean: research brief/],
    [['zzzzzzzz'], /there is no command "zzzzzzzz"/, /research help/],
    [['brief', 'NWTB', '--as-off', '2026-01-01'], /no option "--as-off"/, /did you mean: --as-of/],
    [['brief', 'NWTB', '--limit', '3'], /research brief has no option --limit/, /belongs to beliefs, sources/],
    [['brief', 'NWTB', '-x'], /no option "-x"/, /research help brief/],
    [['brief'], /needs TICKER\|ENTITY_ID/, /research brief NWTB/],
    [['brief', 'NWTB', 'KLPF'], /"KLPF" is one too many/, /once for each/],
    [['tickers', 'NWTB'], /takes no argument/, /research help tickers/],
    [['brief', 'NWTB', '--as-of'], /--as-of needs a value/, /--as-of TIME/],
    [['brief', 'NWTB', '--as-of', '--full'], /--as-of needs a value/, /--as-of TIME/],
    [['brief', 'NWTB', '--as-of', '2026-02-30'], /does not exist/, /2026-04-01T13:00:00Z/],
    [['brief', 'NWTB', '--as-of', 'yesterday'], /not an instant/, /2026-04-01/],
    [['brief', 'NWTB', '--as-of', '2026-04-01T25:00:00Z'], /not an instant/, /2026-04-01/],
    [['brief', 'NWTB', '--full=yes'], /--full takes no value/, /--full alone/],
    [['brief', 'NWTB', '--full', '--full'], /given twice/, /once/],
    [['brief', 'NWTB', '--max-results', '21'], /whole number from 1 to 20/, /1 to 20/],
    [['brief', 'NWTB', '--max-results', '1.5'], /whole number from 1 to 20/, /1 to 20/],
    [['brief', 'A'.repeat(37)], /longer than 36 characters/, /shorten/],
    [['brief', ''], /is empty/, /give/],
    [['beliefs', '--direction', 'bulish'], /"bulish" is not a choice/, /did you mean: bullish/],
    [['beliefs', '--status', 'x'], /is not a choice/, /forming, active/],
    [['beliefs', '--entities', '--ticker', 'NWTB'], /--ticker means nothing beside --entities/, /leave/],
    [
      ['beliefs', '--page', 'http://research.test/v1/beliefs', '--limit', '3'],
      /--limit means nothing beside --page/,
      /leave/,
    ],
    [['beliefs', '--entity', 'NWTB'], /not the id of an entity/, /--entities/],
    [['brief', 'NWTB', '--base-url', 'ftp://x'], /not the address of a service/, /http/],
    [['brief', 'NWTB', '--base-url', 'http://me:pass@x'], /not the address of a service/, /without user/],
    [['brief', 'NWTB', '--timeout', '0'], /not a time in seconds/, /above 0/],
    [['brief', 'NWTB', '--max-charge', '-1'], /not a whole number/, /0 or more/],
    [['brief', 'NWTB', '--request-id', 'a b'], /not a request id/, /1 to 128/],
    [['brief', 'NWTB', '--request-id', '..'], /not a request id/, /not \. or \.\., which/],
    [['receipt', '.'], /not a request id/, /not \. or \.\., which/],
    [['diff', 'NWTB'], /needs --from/, /--from 2026/],
    [['diff', 'NWTB', '--from', '2026-04-01', '--to', '2026-03-01'], /not later/, /swap/],
    [['verify'], /needs a FILE, or --brief/, /verify brief.json/],
    [['verify', 'a.json', '--brief', 'NWTB'], /needs a FILE, or --brief/, /verify/],
    [['verify', 'a.json', '--as-of', '2026-04-01'], /--as-of is for --brief/, /leave/],
    [['verify', '--brief', 'NWTB', '--digest', `sha256:${'0'.repeat(64)}`], /--digest is for a file/, /leave/],
    [['verify', 'a.json', '--digest', 'md5:0'], /not a digest/, /sha256/],
    [['belief', 'http://research.test/v1/beliefs/x', '--as-of', '2026-04-01'], /has its cutoff in it/, /leave/],
    [['completion', 'tcsh'], /is not a choice/, /bash, zsh, fish/],
    [['help', 'breif'], /no such command/, /did you mean/],
  ];

  it('is answered with what, where and how to fix it, before anything is sent', async () => {
    const { research, asked } = await bench();
    for (const [args, what, fix] of cases) {
      const ran = await research(...args);
      const said = ran.err.replace(/\s+/g, ' ');
      expect([args, ran.code, ran.out]).toEqual([args, 2, '']);
      expect(said).toMatch(what);
      expect(said).toMatch(fix);
      const json = JSON.parse((await research(...args, '--json')).err) as { code: string; charged: boolean };
      expect([json.code, json.charged]).toEqual(['usage', false]);
    }
    expect(cases.length).toBeGreaterThan(35);
    expect(asked).toEqual([]);
  });

  it('repeats what was typed without its escape sequences, and cut', async () => {
    const { research } = await bench();
    const { err } = await research(`\u001b[2J\u001b]0;gone\u0007${'z'.repeat(200)}`);
    expect(err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect(err).not.toContain('z'.repeat(65));
  });

  it('takes every option by the table alone', () => {
    for (const name of optionNames) {
      const { about, kind } = optionOf(name);
      expect(about).not.toBe('');
      if (kind?.choices !== undefined)
        for (const choice of kind.choices) expect(kind.read(choice)).toEqual({ value: choice });
    }
  });
});
