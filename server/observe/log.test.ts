import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeKey } from '../access/keys.ts';
import { createLog } from './log.ts';

describe('the log', () => {
  it('holds no secret, wherever one stands', () => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) });
    const { key } = makeKey('live', randomBytes);
    const device = `ri_dc_${key.slice(8)}`;
    log.info({ headers: { authorization: `Bearer ${key}` }, apiKey: key }, `used ${key}`);
    log.error({ err: new Error(`cannot use ${device}`), deep: { er: { still: [key] } } }, 'failed');
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toContain(key.slice(8));
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, msg: 'used ri_live_[secret]' });
  });
});
