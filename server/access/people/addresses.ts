/** E-mail addresses as people type them: validation, and one spelling for each mailbox. */
import { domainToASCII } from 'node:url';

const address_length_max = 254;

/** Signs that a mail program reads as the structure of a header or of markup; quoted local parts are not taken. */
const local_part = /^[^\s@\p{C}<>()[\],;:\\"]+$/u;
const domain_name = /^[^\s@\p{C}.]+(\.[^\s@\p{C}.]+)+$/u;

/**
 * Refuses typing errors, texts that no column or mail header can hold, and letters that some program folds into ASCII.
 * The Kelvin sign is k in lower case, and a mail to it would reach another mailbox.
 */
export function isAddress(email: string): boolean {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, Math.max(at, 0)), email.slice(at + 1)];
  if (email.length > address_length_max || !local_part.test(local) || !domain_name.test(domain)) return false;
  return (
    Array.from(email).every((letter) => /[\x20-\x7e]/.test(letter) || staysOutsideAscii(letter)) && isOneDomain(domain)
  );
}

function staysOutsideAscii(letter: string): boolean {
  const forms = [letter.toLowerCase(), letter.normalize('NFKC'), letter.normalize('NFKC').toLowerCase()];
  // The dot above a folded capital I is a mark behind an ASCII letter.
  return forms.every((form) => !/[\x20-\x7e]/.test(form));
}

/** Each label stays what it is in the name system: ASCII as typed, anything else in its coded form. */
function isOneDomain(domain: string): boolean {
  if (/^[\x21-\x7e]+$/.test(domain)) return /^[A-Za-z0-9.-]+$/.test(domain);
  const [labels, coded] = [domain.split('.'), domainToASCII(domain).split('.')];
  return (
    labels.length === coded.length &&
    labels.every((label, at) => /^[A-Za-z0-9-]+$/.test(label) || coded[at]?.startsWith('xn--') === true)
  );
}
