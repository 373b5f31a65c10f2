/** Window of the chart in the address of a page: months before the last session. */
import { type ChartZoom, zooms } from './chart.ts';

/** An unknown number of months shows all of them. */
export function zoomOf(page: string, asked: URLSearchParams): ChartZoom {
  const months = zooms.find((one) => one !== 12 && String(one) === asked.get('months')) ?? null;
  return {
    months,
    at: (other) => {
      const rest = new URLSearchParams(asked);
      if (other === null) rest.delete('months');
      else rest.set('months', String(other));
      return rest.size === 0 ? page : `${page}?${rest}`;
    },
  };
}
