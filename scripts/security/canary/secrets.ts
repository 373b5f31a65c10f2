// Secrets of a run: who may receive each, and the search for them in every encoding that a text could use.

export type Kind =
  | 'API key'
  | 'device code'
  | 'user code'
  | 'session'
  | 'device cookie'
  | 'sign-in link'
  | 'password'
  | 'sign-in at the provider'
  | 'OAuth code'
  | 'access token'
  | 'refresh token'
  | 'client secret'
  | 'PKCE verifier'
  | 'cursor key'
  | 'Stripe secret'
  | 'OIDC client secret'
  | 'database password';

export type Secret = { readonly kind: Kind; readonly value: string };

/** Requests whose answer must contain a secret; all others must not. */
const delivers: Partial<Record<Kind, RegExp>> = {
  'API key': /^(POST \/account\/keys|GET \/api\/auth\/cli\/poll)$/,
  'device code': /^POST \/api\/auth\/cli\/initiate$/,
  // A user code is in the address of its comparison page, and so in the return path after sign-in.
  'user code': /^POST \/api\/auth\/cli\/initiate$|^(GET|POST) \/(cli-auth|sign-in\?return_to=%2Fcli-auth)/,
  'sign-in link': /^GET \/welcome\?token=/,
  'device cookie': /^(POST \/(welcome|sign-in)|GET \/sign-in\/upstream\/callback)/,
  session: /^(POST \/(welcome|sign-in)|GET \/sign-in\/upstream\/callback)/,
  'sign-in at the provider': /^GET \/sign-in\/upstream$/,
  'OAuth code': /^POST \/oauth\/authorize/,
  'access token': /^POST \/oauth\/token$/,
  'refresh token': /^POST \/oauth\/token$/,
};

export function mayHold({ kind }: Secret, asked: string): boolean {
  return delivers[kind]?.test(asked) === true;
}

/** The value itself and its usual encodings; base64 at each of its three alignments. */
export function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const shifted = [0, 1, 2].map((by) =>
    Buffer.concat([Buffer.alloc(by), bytes])
      .toString('base64')
      .replace(/=+$/, '')
      // Without the characters that depend on the neighbours.
      .slice(by === 0 ? 0 : by + 1, -1),
  );
  const urlSafe = shifted.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const json = JSON.stringify(value).slice(1, -1);
  const form = new URLSearchParams({ v: value }).toString().slice(2);
  const hex = bytes.toString('hex');
  // A user code is valid without its dashes.
  const bare = value.startsWith('RI-') ? [value.replaceAll('-', '')] : [];
  // The rest of a key without prefix and checksum is enough to reconstruct it.
  const core = /^ri_[a-z]+_\w{49}$/.test(value) ? [value.slice(-49, -6)] : [];
  const all = [
    value,
    json,
    form,
    encodeURIComponent(value),
    hex,
    hex.toUpperCase(),
    ...shifted,
    ...urlSafe,
    ...bare,
    ...core,
  ];
  return [...new Set(all)];
}

/** Secrets in the text, by kind and encoding. The text may be bytes read as latin1. */
export function leaksIn(text: string, secrets: Iterable<Secret>): string[] {
  const found: string[] = [];
  for (const { kind, value } of secrets) {
    const form = formsOf(value).find((one) => text.includes(one));
    if (form !== undefined) found.push(`${kind} as ${form.slice(0, 12)}…`);
  }
  return found;
}
