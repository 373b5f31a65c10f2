// Local times as instants: a time that a clock skipped or showed twice has no one instant, and is not guessed.

export type LocalTime = { date: string; time: string };

export function isTimeZone(name: string): boolean {
  // Abbreviations such as EST or IST stand for several zones, or for one without its summer time.
  if (name !== 'UTC' && !/^[A-Za-z]+(\/[A-Za-z0-9_+-]+)+$/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The instants at which clocks of the zone show the time: none, one, or two. */
export function instantsOf({ date, time }: LocalTime, zone: string): string[] {
  const shown = Date.parse(`${date}T${time}Z`);
  const offsets = new Set([-1, 1].map((days) => offsetAt(shown + days * dayMs, zone)));
  const instants = [...offsets].map((offset) => shown - offset).filter((at) => offsetAt(at, zone) === shown - at);
  return instants.toSorted((a, b) => a - b).map((at) => new Date(at).toISOString());
}

const dayMs = 86_400_000;

/** Milliseconds that clocks of the zone are ahead of UTC. */
function offsetAt(at: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: string): number => parts.get(name as Intl.DateTimeFormatPartTypes) ?? 0;
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return shown - Math.floor(at / 1_000) * 1_000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}
