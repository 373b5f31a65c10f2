// The party that redeems a code is the one that began the sign-in: valid challenges and their verifiers.
import { expect, it } from 'vitest';
import { answersChallenge, isChallenge } from './pkce.ts';

/** Of RFC 7636, appendix B. */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

it('the example of the RFC is a challenge, and its verifier answers it', () => {
  expect([isChallenge(challenge), answersChallenge(verifier, challenge)]).toEqual([true, true]);
});

it('a challenge is 32 bytes in base64url, written as they are written', () => {
  const bad = [
    '',
    challenge.slice(1),
    `${challenge}A`,
    `${challenge}=`,
    challenge.replace('-', '+'),
    `${challenge.slice(0, -1)}N`,
    `${challenge.slice(0, -1)} `,
    'é'.repeat(43),
  ];
  for (const text of bad) expect([text, isChallenge(text)]).toEqual([text, false]);
  expect(bad).toHaveLength(8);
});

it('nothing else answers it: neither the challenge itself, nor a verifier that is none', () => {
  const bad = [
    '',
    challenge,
    `${verifier}x`,
    verifier.slice(0, 42),
    verifier.toUpperCase(),
    'a'.repeat(129),
    `${verifier}\0`,
  ];
  for (const text of bad) expect([text, answersChallenge(text, challenge)]).toEqual([text, false]);
  expect(bad).toHaveLength(7);
  expect([answersChallenge(verifier, ''), answersChallenge(verifier, 'AAAA')]).toEqual([false, false]);
});
