// The command that signs people out: one whose browser was stolen, or everybody.
import { OPERATOR, recordEvent } from '../../store/people/admin-events.ts';
import { retrying } from '../../store/known/clock.ts';
import { findPersonByEmail } from '../../store/people/people.ts';
import { endAllSessions, endOtherSessions } from '../../store/people/sessions.ts';
import { type Command, UsageError } from '../command.ts';

export const sessionCommands: readonly Command[] = [
  {
    name: 'end-sessions',
    about:
      'Signs a person out of every browser, or everybody. They can sign in again: who must not is removed from the workspace by an admin, on /account.',
    usage: 'EMAIL | --everyone',
    positionals: { name: 'EMAIL', min: 0, max: 1, areFiles: false },
    options: {},
    flags: ['everyone'],
    examples: ['end-sessions ada@example.com', 'end-sessions --everyone'],
    run: async ({ store, actor = OPERATOR }, { positionals, everyone }) => {
      const [email] = positionals;
      if ((email === undefined) !== everyone) throw new UsageError('end-sessions needs EMAIL, or --everyone instead');
      if (email === undefined) {
        const ended = await retrying(store.db, async (trx) => {
          const count = await endAllSessions(trx);
          await recordEvent(trx, { action: 'sessions-ended', actor, detail: { everyone: true, count } });
          return count;
        });
        return { exit: 0, report: { everyone: true, ended }, lines: [`${ended} sessions ended`] };
      }
      const person = await findPersonByEmail(store.db, email.trim());
      if (person === null) {
        return { exit: 1, report: { refused: true, email }, lines: [`there is nobody with the address ${email}`] };
      }
      const ended = await retrying(store.db, async (trx) => {
        const count = await endOtherSessions(trx, person.user_id);
        const subject = person.user_id;
        await recordEvent(trx, { action: 'sessions-ended', actor, subject, detail: { count } });
        return count;
      });
      return {
        exit: 0,
        report: { user_id: person.user_id, email: person.email, ended },
        lines: [`${ended} sessions of ${person.email} ended`],
      };
    },
  },
];
