// List of known passwords, which new passwords are compared with.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { passwordFault } from '../../server/access/sign-in/passwords.ts';
import { knownPasswords, knownPasswordsFile, rendered } from './known-passwords.ts';

describe('a password that leaked somewhere', () => {
  it('is refused, each of the 44,150 commonest that are long enough', () => {
    const known = knownPasswords();
    expect(known.filter((password) => passwordFault(password, 'ada@example.com') !== 'common')).toEqual([]);
    expect(known).toHaveLength(44_150);
  });

  it('is on the list that is kept here, however it is written', () => {
    expect(readFileSync(knownPasswordsFile, 'utf8')).toBe(rendered());
    const spelt = ['silverbullet', 'Silver Bullet', 'SILVER-BULLET', 'silver_bullet'];
    expect(spelt.map((password) => passwordFault(password, 'ada@example.com'))).toEqual(Array(4).fill('common'));
  });
});
