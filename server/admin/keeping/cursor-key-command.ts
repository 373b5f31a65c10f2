// The command that has another key sign cursors.
import { OPERATOR, recordEvent } from '../../store/people/admin-events.ts';
import { retrying } from '../../store/known/clock.ts';
import { rotateCursorKeyIn } from '../../store/keeping/cursor-keys.ts';
import { CURSOR_DAYS } from '../../store/engine/lifetimes.ts';
import type { Command } from '../command.ts';

const SECRET_BYTES = 32;

export const cursorKeyCommands: readonly Command[] = [
  {
    name: 'rotate-cursor-key',
    about: `Makes a new key that signs cursors. Cursors of the old one are accepted for ${CURSOR_DAYS} more days, on every server; from now on next_cursor of an otherwise equal page differs.`,
    usage: '',
    positionals: { name: 'argument', min: 0, max: 0, areFiles: false },
    options: {},
    flags: [],
    examples: ['rotate-cursor-key'],
    run: async ({ store, now, randomBytes, actor = OPERATOR }) => {
      const rotatedAt = now();
      const secret = Buffer.from(randomBytes(SECRET_BYTES));
      const keyId = await retrying(store.db, async (trx) => {
        const made = await rotateCursorKeyIn(trx, { secret, now: rotatedAt });
        const detail = { cursor_key: made };
        await recordEvent(trx, { action: 'cursor-key-rotated', actor, detail });
        return made;
      });
      return {
        exit: 0,
        report: { cursor_key_id: keyId, rotated_at: rotatedAt },
        lines: [
          `cursor key ${keyId} signs from ${rotatedAt} on; cursors of the keys before it are accepted for ${CURSOR_DAYS} days`,
        ],
      };
    },
  },
];
