// The secrets that a run has made, who may be told each of them, and the search for them in every form that a text could carry them in.

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

/** The request whose answer is there to hand a secret out, or to bring it to where it belongs; all others must not hold it. */
const delivers: Partial<Record<Kind, RegExp>> = {
  'API key': /^(POST \/account\/keys|GET \/api\/auth\/cli\/poll)$/,
  'device code': /^POST \/api\/auth\/cli\/initiate$/,
  // It stands in the address of the page that it is compared on, and so in the way back to that page.
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

/** As it is, and in every coding of it that software makes by habit; base64 at each of the three places it can begin at. */
export function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const shifted = [0, 1, 2].map((by) =>
    Buffer.concat([Buffer.alloc(by), bytes])
      .toString('base64')
      .replace(/=+$/, '')
      // What depends on the neighbours is left out.
      .slice(by === 0 ? 0 : by + 1, -1),
  );
  const urlSafe = shifted.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const json = JSON.stringify(value).slice(1, -1);
  const form = new URLSearchParams({ v: value }).toString().slice(2);
  const hex = bytes.toString('hex');
  // A user code is the same without its dashes.
  const bare = value.startsWith('RI-') ? [value.replaceAll('-', '')] : [];
  // What is left of one of ours without prefix and checksum is enough to make the rest.
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

/** Each secret that the text holds, by its kind and form. The text may be bytes read as latin1. */
export function leaksIn(text: string, secrets: Iterable<Secret>): string[] {
  const found: string[] = [];
  for (const { kind, value } of secrets) {
    const form = formsOf(value).find((one) => text.includes(one));
    if (form !== undefined) found.push(`${kind} as ${form.slice(0, 12)}…`);
  }
  return found;
}
