// Kinds of values for options and arguments: each with its check, and what to write instead.
import { isRequestId, requestIdForm } from '../settings.ts';

/** Parses a text: the value, or the fault. */
export type Kind = {
  /** Placeholder of the value in the help. */
  readonly placeholder: string;
  readonly read: (
    text: string,
  ) => { readonly value: string | number } | { readonly wrong: string; readonly fix: string };
  /** All values, for completion. */
  readonly choices?: readonly string[];
};

const wrong = (what: string, fix: string) => ({ wrong: what, fix });

export function text(placeholder: string, longest = 2_000): Kind {
  return {
    placeholder,
    read: (given) => {
      if (given === '') return wrong('is empty', `give ${placeholder}`);
      return given.length > longest ? wrong(`is longer than ${longest} characters`, 'shorten it') : { value: given };
    },
  };
}

export function whole(placeholder: string, least: number, most: number): Kind {
  const range =
    most === Number.MAX_SAFE_INTEGER ? `a whole number, ${least} or more` : `a whole number from ${least} to ${most}`;
  return {
    placeholder,
    read: (given) => {
      const value = Number(given);
      return /^\d+$/.test(given) && value >= least && value <= most
        ? { value }
        : wrong(`is not ${range}`, `give ${range}`);
    },
  };
}

export function seconds(placeholder: string): Kind {
  return {
    placeholder,
    read: (given) => {
      const value = Number(given);
      const isGood = /^\d+(\.\d+)?$/.test(given) && value > 0 && value <= 3_600;
      return isGood ? { value } : wrong('is not a time in seconds', 'give a number above 0, at most 3600');
    },
  };
}

export function oneOf(placeholder: string, choices: readonly string[]): Kind {
  return {
    placeholder,
    choices,
    read: (given) =>
      choices.includes(given) ? { value: given } : wrong('is not a choice', `one of ${choices.join(', ')}`),
  };
}

/** A day stands for its first instant, with what was known when it began. An instant may have any RFC 3339 spelling. */
export const instant: Kind = {
  placeholder: 'TIME',
  read: (given) => {
    const fix =
      'write an instant such as 2026-04-01T13:00:00Z or 2026-04-01T15:00:00+02:00, or a day such as 2026-04-01 (its first moment)';
    const match =
      /^(\d{4}-\d{2}-\d{2})([Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d))?$/.exec(
        given,
      );
    if (match === null) return wrong('is not an instant', fix);
    const [, day = '', time = 'T00:00:00Z'] = match;
    const at = new Date(`${day}T00:00:00Z`);
    const isReal = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
    return isReal ? { value: `${day}${time}` } : wrong('is a day that does not exist', fix);
  },
};

export const requestId: Kind = {
  placeholder: 'ID',
  read: (given) => (isRequestId(given) ? { value: given } : wrong('is not a request id', `give ${requestIdForm}`)),
};

export const uuid: Kind = {
  placeholder: 'UUID',
  read: (given) =>
    isUuid(given)
      ? { value: given.toLowerCase() }
      : wrong('is not the id of an entity', '`research beliefs --entities` lists them'),
};

export const digest: Kind = {
  placeholder: 'DIGEST',
  read: (given) =>
    /^sha256:[0-9a-f]{64}$/.test(given)
      ? { value: given }
      : wrong('is not a digest', 'give sha256: and 64 digits of 0-9 a-f'),
};

function withoutLastSlashes(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '/') end -= 1;
  return text.slice(0, end);
}

export const address: Kind = {
  placeholder: 'ADDRESS',
  read: (given) => {
    const url = URL.canParse(given) ? new URL(given) : null;
    const isPlain =
      url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.password}${url.search}${url.hash}` === '';
    return isPlain
      ? { value: withoutLastSlashes(url.href) }
      : wrong(
          'is not the address of a service',
          'write http:// or https:// and a host, without user, query or fragment',
        );
  },
};

export function isUuid(given: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(given);
}
