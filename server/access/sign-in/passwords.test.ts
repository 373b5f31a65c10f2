// Passwords: long enough and not the first guess, kept as argon2id, and never more hashes at once than a small host bears.
import { describe, expect, it } from 'vitest';
import { createPasswords, passwordFault, password_characters_max } from './passwords.ts';

const email = 'ada.lovelace@example.com';

describe('a new password', () => {
  it('is refused when it is short, too long, or among the first that are tried', () => {
    const refused = [
      ['short', ['', 'elevenchars', 'é'.repeat(11), '👍'.repeat(11), 'e\u0301'.repeat(11)]],
      ['long', ['ab c'.repeat(65)]],
      [
        'common',
        [
          'password1234',
          'Password2026!',
          'PASSWORD PASSWORD',
          'p@ssw0rd2026',
          'iloveyou2026!!',
          'letmein-letmein',
          'qwertyuiop[]',
          'qwertyuiopas',
          'lkjhgfdsapoi',
          '123456789012',
          '098765432109',
          'abcdefghijkl',
          'zyxwvutsrqpo',
          '1q2w3e4r5t6y',
          '1qaz2wsx3edc',
          'aaaaaaaaaaaa',
          'abababababab',
          'abcdabcdabcd',
          '            ',
          'administrator1',
          'correct horse battery staple',
          'Research Intelligence',
          'ada.lovelace@example.com',
          'AdaLovelace1',
          'ada lovelace 1815',
          'password1234567890',
          'abababababab1!',
          'zzzzzzzzzzzzzz9',
          'lkjhgfdsapoi99',
          'ada.lovelace@example.com1',
          'AdaLovelace 1234567890',
        ],
      ],
    ] as const;
    let seen = 0;
    for (const [fault, passwords] of refused) {
      for (const password of passwords) {
        expect([password, passwordFault(password, email)]).toEqual([password, fault]);
        seen += 1;
      }
    }
    expect(seen).toBe(37);
  });

  it('is otherwise anything at all: no rule asks for digits or signs', () => {
    const good = [
      'xkqv93847562',
      'wolf84629173',
      'gravel harbour violet nine',
      'twelve chars',
      '938475629384',
      'é'.repeat(5) + 'ünïcödé',
      'пароль для работы',
      '忘れないでほしい長い言葉',
      'Ab1!'.concat('xyzw', '9$k2'),
      'passwordless login for ada',
      'abcd938475629384',
      'x'.repeat(3) + 'ycorrectzz'.repeat(25),
    ];
    for (const password of good) expect([password, passwordFault(password, email)]).toEqual([password, null]);
    expect(good).toHaveLength(12);
  });

  it('is measured as it is kept, in characters of its normal form', () => {
    expect(passwordFault('ﬃ'.repeat(4), email)).toBe('common');
    expect(passwordFault('e\u0301t\u00E9 a la m\u0065r', email)).toBe(null);
  });
});

describe('a kept password', () => {
  it('is argon2id with a salt of its own, at the cost that is asked for today', async () => {
    const { hash } = createPasswords();
    const [one, two] = await Promise.all([hash('gravel harbour violet'), hash('gravel harbour violet')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(two).not.toBe(one);
  });

  it('is the same however a keyboard composes its letters, and no other', async () => {
    const { hash, verify } = createPasswords();
    const kept = await hash('un été à la mer');
    expect(await verify(kept, 'un e\u0301te\u0301 a\u0300 la mer')).toBe(true);
    const others = ['un ete a la mer', 'Un été à la mer', 'un été à la mer ', '', 'un été à la me\u0000r'];
    for (const other of others) expect(await verify(kept, other)).toBe(false);
    expect(others).toHaveLength(5);
  });
});

describe('what is typed', () => {
  it('counts to its last character, up to the longest that is allowed', async () => {
    const passwords = createPasswords();
    for (const length of [64, 73, password_characters_max]) {
      const password = Array.from({ length }, (_, at) => String.fromCodePoint(97 + ((at * 7) % 26))).join('');
      expect(passwordFault(password, 'ada@example.com')).toBeNull();
      const hash = await passwords.hash(password);
      expect(await passwords.verify(hash, password)).toBe(true);
      const others = [`${password.slice(0, -1)}#`, password.slice(0, -1), password.toUpperCase(), ` ${password}`];
      for (const other of others) expect(await passwords.verify(hash, other)).toBe(false);
    }
  });

  it('is none that is made of the name of the service', () => {
    const made = [
      'ResearchIntelligence1!',
      'research-intelligence',
      'Intelligence2026',
      'adminresearch2026',
      'intelligence.research',
    ];
    for (const password of made)
      expect([password, passwordFault(password, 'ada@example.com')]).toEqual([password, 'common']);
  });
});

describe('hashing', () => {
  it('does the same work for a person without a password, and says no', async () => {
    const asked: string[] = [];
    const verify = async (hashed: string | Uint8Array) => asked.push(String(hashed)) > 0;
    const passwords = createPasswords(async () => ({ hash: async () => '', verify }));
    expect(await passwords.verify(null, 'anything')).toBe(false);
    expect(asked).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)]);
    const { hash } = createPasswords();
    const cost = (text: string): string | undefined => text.split('$')[3];
    expect(cost(asked[0] ?? '')).toBe(cost(await hash('gravel harbour violet')));
    expect(await createPasswords().verify(null, 'anything')).toBe(false);
  });

  it('runs two at once, lets 32 wait in their order, and refuses the next by 503', async () => {
    const running: (() => void)[] = [];
    const started: string[] = [];
    let most = 0;
    const hash = async (password: string | Uint8Array) => {
      started.push(String(password));
      most = Math.max(most, running.length + 1);
      await new Promise<void>((resolve) => running.push(resolve));
      return String(password);
    };
    const passwords = createPasswords(async () => ({ hash, verify: async () => true }));
    const asked = Array.from({ length: 34 }, (_, index) => passwords.hash(String(index)));
    await expect(passwords.hash('one more')).rejects.toMatchObject({
      code: 'unavailable',
      options: { headers: { 'Retry-After': '5' } },
    });
    const all = Promise.all(asked);
    for (let done = 0; done < 34; done += 1) {
      while (running.length === 0) await new Promise(setImmediate);
      running.shift()?.();
    }
    expect(await all).toEqual(Array.from({ length: 34 }, (_, index) => String(index)));
    expect(started).toEqual(await all);
    expect(most).toBe(2);
    const after = passwords.hash('later');
    while (running.length === 0) await new Promise(setImmediate);
    running.shift()?.();
    expect(await after).toBe('later');
  });

  it('lets known browsers pass a full line of strangers, in turns with it', async () => {
    const running: (() => void)[] = [];
    const started: string[] = [];
    const verify = async (_hash: string | Uint8Array, password: string | Uint8Array) => {
      started.push(String(password));
      await new Promise<void>((resolve) => running.push(resolve));
      return true;
    };
    const passwords = createPasswords(async () => ({ hash: async () => '', verify }));
    const strangers = Array.from({ length: 34 }, (_, index) => passwords.verify('hash', `stranger ${index}`));
    await expect(passwords.verify('hash', 'one more')).rejects.toMatchObject({ code: 'unavailable' });
    const known = ['first', 'second'].map((name) => passwords.verify('hash', name, { isKnown: true }));
    const all = Promise.all([...strangers, ...known]);
    for (let done = 0; done < 36; done += 1) {
      while (running.length === 0) await new Promise(setImmediate);
      running.shift()?.();
    }
    await all;
    expect(started.slice(0, 7)).toEqual([
      'stranger 0',
      'stranger 1',
      'first',
      'stranger 2',
      'second',
      'stranger 3',
      'stranger 4',
    ]);
  });

  it('frees its place after a failure', async () => {
    const broken = async (): Promise<never> => {
      throw new Error('no memory');
    };
    const passwords = createPasswords(async () => ({ hash: broken, verify: broken }));
    for (let one = 0; one < 5; one += 1) await expect(passwords.hash('x')).rejects.toThrow('no memory');
  });
});
