// Form of commit messages: a short subject in the imperative, a blank line, a body.
import { describe, expect, it } from 'vitest';
import { messageFault } from './commits.ts';

describe('a commit message', () => {
  it.each([
    'Charge once per workspace, not per key',
    'Lock the key file during login\n\nTwo concurrent logins overwrote each other.',
    `${'x'.repeat(72)}\n`,
  ])('passes: %j', (message) => {
    expect(messageFault(message)).toBeNull();
  });

  it.each([
    ['x'.repeat(73), 'the subject has 73 characters'],
    ['Charge once.', 'ends with a full stop'],
    ['fixup! Charge once', 'waits to be squashed'],
    ['fix(meter): charge once', 'has a type'],
    ['Charge once\nper workspace', 'the second line is not empty'],
  ])('fails: %j', (message, fault) => {
    expect(messageFault(message)).toContain(fault);
  });
});
