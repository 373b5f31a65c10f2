// Identifiers of a listing and their check digits: CIK, FIGI and ISIN.

export type Identifiers = { cik?: string | null; figi?: string | null; isin?: string | null };

export const identifierFields = ['cik', 'figi', 'isin'] as const;

/** A CIK is a number that some files pad to ten digits; letters of the other two count in upper case. */
export function normaliseIdentifier(field: (typeof identifierFields)[number], value: string): string {
  return field === 'cik' ? value.padStart(10, '0') : value.toUpperCase();
}

export function identifierFaults(record: Identifiers): { field: string; what: string; fix: string }[] {
  return [...checkDigitFault('figi', record.figi, figiDigit), ...checkDigitFault('isin', record.isin, isinDigit)];
}

function checkDigitFault(
  field: 'figi' | 'isin',
  value: string | null | undefined,
  digitOf: (body: string) => number,
): { field: string; what: string; fix: string }[] {
  if (value === null || value === undefined) return [];
  const [body, digit] = [value.slice(0, -1), value.slice(-1)];
  const expected = digitOf(body);
  if (String(expected) === digit) return [];
  const what = `the check digit of ${value} is ${digit}, and that of ${body} would be ${expected}`;
  return [{ field, what, fix: 'copy it again from its source, or leave it out' }];
}

const valueOf = (character: string): number => Number.parseInt(character, 36);
const crossSum = (number: number): number => Math.trunc(number / 10) + (number % 10);

/** ISO 6166: letters become two digits, and the Luhn sum runs over all digits from the right. */
function isinDigit(body: string): number {
  const digits = [...[...body].map(valueOf).join('')].map(Number).reverse();
  const sum = digits.reduce((total, digit, at) => total + (at % 2 === 0 ? crossSum(digit * 2) : digit), 0);
  return (10 - (sum % 10)) % 10;
}

/** Every second character counts twice, and the digits of each product are added. */
function figiDigit(body: string): number {
  const sum = [...body].reduce((total, character, at) => {
    const value = valueOf(character) * (at % 2 === 0 ? 1 : 2);
    return total + crossSum(value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}
