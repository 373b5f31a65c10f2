/** Patterns of the service's secrets in text, so that a misplaced one is not repeated or logged. */

/** A key, code, token or link of ours by its prefix, or a user code. */
const secret = /\bri_([a-z]{2,12})_[0-9A-Za-z]{8,}|\bRI-(?:[BCDFGHJKLMNPQRSTVWXZ]{4}-){2}[BCDFGHJKLMNPQRSTVWXZ]{4}\b/g;

/** Nearly every text holds neither word, and searching for two words is faster than the pattern. */
const mayHoldSecret = (text: string): boolean => text.includes('ri_') || text.includes('RI-');

export function cutSecrets(text: string): string {
  if (!mayHoldSecret(text)) return text;
  return text.replaceAll(secret, (_, kind?: string) => (kind === undefined ? 'RI-[secret]' : `ri_${kind}_[secret]`));
}

export function holdsSecret(text: string): boolean {
  return mayHoldSecret(text) && text.search(secret) !== -1;
}
