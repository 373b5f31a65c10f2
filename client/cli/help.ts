// The help, made from the tables of commands, options and exit codes.
import type { Command } from './command.ts';
import { exitMeanings } from './calls/exit-codes.ts';
import { type OptionName, everywhere, optionOf } from './options.ts';
import type { Ink } from './terminal/ink.ts';
import { type Fact, Sheet } from './terminal/sheet.ts';

export function overview(commands: readonly Command[], ink: Ink): string {
  const sheet = new Sheet(ink);
  sheet.say('Cited investor-thesis research at any past cutoff, from the command line.');
  sheet.gap();
  sheet.say('research COMMAND [OPTIONS]', 2);
  sheet.heading('Commands');
  sheet.facts(
    commands.map((command) => [synopsis(command), command.about]),
    2,
  );
  sheet.heading('Options everywhere');
  sheet.facts(everywhere.map(optionFact), 2);
  sheet.heading('Exit codes');
  sheet.facts(
    Object.entries(exitMeanings).map(([code, meaning]): Fact => [code.padStart(3), meaning]),
    2,
  );
  sheet.heading('Key');
  sheet.say(
    'SERVICE_API_KEY, else the one that research login keeps in $XDG_CONFIG_HOME/research/credentials.json (without that variable ~/.config), for its owner alone. No command prints it. SERVICE_API_KEY is sent to the service that --base-url names, or to the one on this machine; a kept key to the service that it was made by.',
    2,
  );
  sheet.gap();
  sheet.say('research help COMMAND says what a command takes, gives and costs.');
  return sheet.toString();
}

function synopsis({ name, argument }: Command): string {
  if (argument === undefined) return name;
  const { placeholder } = argument.kind;
  return argument.isOptional === true ? `${name} [${placeholder}]` : `${name} ${placeholder}`;
}

function optionFact(name: OptionName): Fact {
  const { kind, short, about } = optionOf(name);
  const head = `${short === undefined ? '' : `-${short}, `}--${name}${kind === undefined ? '' : ` ${kind.placeholder}`}`;
  return [head, about];
}

export function commandHelp(command: Command, ink: Ink): string {
  const sheet = new Sheet(ink);
  const { argument, options, examples, more } = command;
  sheet.say(`${command.about.charAt(0).toUpperCase()}${command.about.slice(1)}.`);
  sheet.gap();
  sheet.say(`research ${synopsis(command)} [OPTIONS]`, 2);
  sheet.gap();
  sheet.say(`Charge: ${command.charge}.`);
  if (more !== undefined) {
    sheet.gap();
    sheet.say(more);
  }
  if (argument !== undefined) {
    sheet.heading('Argument');
    sheet.facts([[argument.kind.placeholder, argument.about]], 2);
  }
  if (options.length > 0) {
    sheet.heading('Options');
    sheet.facts(options.map(optionFact), 2);
  }
  sheet.heading('Options everywhere');
  sheet.facts(everywhere.map(optionFact), 2);
  sheet.heading('Examples');
  for (const example of examples) sheet.say(example, 2);
  return sheet.toString();
}
