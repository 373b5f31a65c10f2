// Commands for the operators of the desk: who has the role, and since when.
import { OPERATOR, recordEvent } from '../../store/people/admin-events.ts';
import { retrying } from '../../store/known/clock.ts';
import { endOperator, grantOperator, listOperators } from '../../store/people/operators.ts';
import { findPerson } from '../../store/people/people.ts';
import { findUser } from '../../store/people/user-data.ts';
import type { Command, CommandResult } from '../command.ts';

const oneUser = { name: 'USER', min: 1, max: 1, areFiles: false } as const;

function noSuchUser(typed: string): CommandResult {
  return {
    exit: 1,
    report: { refused: true, user: typed },
    lines: [`there is no user ${typed}: invite them into a workspace first, and let them choose a password`],
  };
}

function unproved(email: string): CommandResult {
  return {
    exit: 1,
    report: { refused: true, user: email },
    lines: [
      `the address ${email} is not proved: another person may have set the password. Send a link: invite ${email} --new-link`,
    ],
  };
}

export const operatorCommands: readonly Command[] = [
  {
    name: 'add-operator',
    about:
      'Lets a user work at the desk: load, approve and release research, and manage workspaces. Only this command line grants the role.',
    usage: 'USER',
    positionals: oneUser,
    options: {},
    flags: [],
    examples: ['add-operator ada@example.com'],
    run: async ({ store, now, actor = OPERATOR }, { positionals }) => {
      const typed = (positionals[0] ?? '').trim();
      const found = await findUser(store.db, typed);
      const person = found === null ? null : await findPerson(store.db, found.user_id);
      if (person === null) return noSuchUser(typed);
      if (person.email_proved_at === null) return unproved(person.email);
      const { user_id: userId, email } = person;
      const isNew = await retrying(store.db, async (trx) => {
        const granted = await grantOperator(trx, userId, now());
        if (granted) await recordEvent(trx, { action: 'operator-added', actor, subject: userId });
        return granted;
      });
      const line = isNew ? `${email} may work at the desk from now on` : `${email} is an operator already`;
      return { exit: 0, report: { user_id: userId, email, is_new: isNew }, lines: [line] };
    },
  },
  {
    name: 'remove-operator',
    about: 'Ends the role of an operator, at once. The user keeps their account and workspaces.',
    usage: 'USER',
    positionals: oneUser,
    options: {},
    flags: [],
    examples: ['remove-operator ada@example.com'],
    run: async ({ store, actor = OPERATOR }, { positionals }) => {
      const typed = (positionals[0] ?? '').trim();
      const found = await findUser(store.db, typed);
      if (found === null) return noSuchUser(typed);
      const { user_id: userId, email } = found;
      const ended = await retrying(store.db, async (trx) => {
        const isEnded = await endOperator(trx, userId);
        if (isEnded) await recordEvent(trx, { action: 'operator-removed', actor, subject: userId });
        return isEnded;
      });
      const line = ended ? `${email} can no longer work at the desk` : `${email} is not an operator`;
      return { exit: ended ? 0 : 1, report: { user_id: userId, email, ended }, lines: [line] };
    },
  },
  {
    name: 'list-operators',
    about: 'Lists the operators of the desk.',
    usage: '',
    positionals: { name: 'argument', min: 0, max: 0, areFiles: false },
    options: {},
    flags: [],
    examples: ['list-operators'],
    run: async ({ store }) => {
      const operators = await listOperators(store.db);
      const lines = operators.map(({ email, user_id: id, operator_since: since }) => `${email}  ${id}  since ${since}`);
      return {
        exit: 0,
        report: { operators },
        lines: lines.length === 0 ? ['no operators: add-operator USER'] : lines,
      };
    },
  },
];
