// The Link header of a page that is not the last (RFC 8288): the same address as pagination.next_page_url.
import type { Answer } from '../answers/kept.ts';

export function nextLink({ nextPageUrl }: Answer): Record<string, string> {
  return nextPageUrl === undefined ? {} : { Link: `<${nextPageUrl}>; rel="next"` };
}
