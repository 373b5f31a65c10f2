/** Referral to the plans page: words of the address, stored with the checkout and never followed. */

const safe = /^[A-Za-z0-9._~:+/=@-]{1,64}$/;

const names = ['source', 'acquisition'] as const;

export type Referral = { source: string | null; acquisition: string | null };

/** A value in a wrong form counts as none. */
export function referralOf(fields: URLSearchParams): Referral {
  const valueOf = (name: string): string | null => {
    const value = fields.get(name);
    return value !== null && safe.test(value) ? value : null;
  };
  return { source: valueOf('source'), acquisition: valueOf('acquisition') };
}

/** One text for the store, or null. Its separators cannot occur in a value. */
export function referralText(referral: Referral): string | null {
  const text = names.flatMap((name) => (referral[name] === null ? [] : [`${name} ${referral[name]}`])).join(', ');
  return text === '' ? null : text;
}

/** The same words for the next address. */
export function referralQuery(referral: Referral): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (referral[name] === null ? [] : [[name, referral[name]]])));
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The UUID of the device login, if the referral names one. */
export function deviceLoginOf({ acquisition }: Referral): string | null {
  return acquisition !== null && uuid.test(acquisition) ? acquisition : null;
}
