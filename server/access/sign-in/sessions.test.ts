// Sessions: secrets of a separate kind, and browsers named by constants of this code.
import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { browserCalled, makeSession, secondsFrom, sessionDigest } from './sessions.ts';

it('looks a session up by the digest of its secret alone, and nothing up for any other text', () => {
  const made = makeSession(randomBytes);
  expect(made.secret).toMatch(/^ri_ses_[0-9A-Za-z]{49}$/);
  expect(sessionDigest(made.secret)).toEqual(made.sha256);
  expect(made.sessionId).toMatch(/^ses_[0-9a-f]{24}$/);
  const others = [
    '',
    'x',
    made.secret.slice(0, -1),
    `${made.secret} `,
    made.secret.replace('ses', 'key'),
    made.sessionId,
  ];
  expect(others.map(sessionDigest)).toEqual(others.map(() => null));
});

it('calls browsers by words of ours, whatever they say of themselves', () => {
  const chrome =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  const told = [
    [chrome, 'Chrome on Linux'],
    [`${chrome} Edg/140.0.0.0`, 'Edge on Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36', 'Chrome on Android'],
    ['curl/8.5.0', 'Unknown browser'],
    ['<script>alert(1)</script> Linux', 'Unknown browser on Linux'],
    [undefined, 'Unknown browser'],
  ] as const;
  for (const [userAgent, words] of told) expect(browserCalled(userAgent)).toBe(words);
  expect(told).toHaveLength(9);
});

it('counts seconds over the ends of days and years', () => {
  expect(secondsFrom('2028-12-31T23:59:59.500Z', 1)).toBe('2029-01-01T00:00:00.500Z');
  expect(secondsFrom('2029-01-01T00:00:00.000Z', -43_200)).toBe('2028-12-31T12:00:00.000Z');
});
