// Limits beyond reach, for tests and measurements of other subjects.
import { type RateLimits, defaultRateLimits } from '../limits/rate-limit.ts';

const boundless = [{ name: 'burst', quota: 1_000_000_000, seconds: 1 }];
export const noRateLimits: RateLimits = {
  ...defaultRateLimits,
  keyed: boundless,
  unkeyed: boundless,
  device_initiation: { name: 'hour', quota: 1_000_000_000, seconds: 3_600 },
};

/** The same as RATE_LIMITS for a separate process. */
export const noRateLimitsSetting = JSON.stringify({
  keyed: { burst: 1_000_000_000, minute: 1_000_000_000 },
  unkeyed: { minute: 1_000_000_000 },
  device_initiation: { hour: 1_000_000_000 },
});
