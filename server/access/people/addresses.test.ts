// Addresses: the valid ones, and one spelling for each mailbox.
import { describe, expect, it } from 'vitest';
import { isAddress } from './addresses.ts';

describe('an address', () => {
  it.each([
    'ada@example.com',
    'Ada.Lovelace+desk@mail.example.co.uk',
    "o'neil_#!$%&*/=?^`{|}~-@example.com",
    'grün@straße.example',
    'δοκιμή@παράδειγμα.example',
    'a@xn--strae-oqa.example',
    '用户@例子.example',
  ])('is %s', (email) => {
    expect(isAddress(email)).toBe(true);
  });

  it.each([
    ['', 'nothing'],
    ['ada', 'no domain'],
    ['@example.com', 'no local part'],
    ['ada@localhost', 'a host without a dot'],
    ['ada@example..com', 'an empty label'],
    ['ada@.example.com', 'a first empty label'],
    ['ada@example.com.', 'a last empty label'],
    ['ada@b@example.com', 'two signs'],
    [`${'x'.repeat(250)}@example.com`, 'too long'],
    ['a b@example.com', 'a space'],
    ['ada@example.com\r\nBcc: ben@example.com', 'another header'],
    ['nul\u0000@example.com', 'a control character'],
    ['a"><script>z</script>@example.com', 'markup'],
    ['ada@exam_ple.com', 'a sign that no domain has'],
    ['a@b.example,c@d.example', 'two addresses'],
    ['Ada <ada@example.com>', 'a name'],
    ['"ada"@example.com', 'a quoted local part'],
    ['group:ada@example.com', 'a group'],
  ])('is not %s (%s)', (email) => {
    expect(isAddress(email)).toBe(false);
  });

  it.each([
    ['\u212Aim@example.com', 'the Kelvin sign, k in lower case'],
    ['kim@boo\u212A.example', 'the same in the domain'],
    ['i\u017Fa@example.com', 'the long s, s in its compatible form'],
    ['\uFF41da@example.com', 'a full-width a'],
    ['o\uFB03ce@example.com', 'a ligature'],
    ['\u0130an@example.com', 'the capital I with a dot'],
    ['ada@example\u3002com', 'a full stop that the name system reads as a dot'],
    ['ada@example\uFF0Ecom', 'a full-width full stop'],
    ['ada@ex\u00ADample.com', 'a soft hyphen'],
    ['ada@\u2460.example', 'a circled digit'],
  ])('is not %s (%s): a mail to it would reach another mailbox', (email) => {
    expect(isAddress(email)).toBe(false);
  });
});
