// The citations that a document mentions, in the order of their first mention.

/** Collects every citation id under the keys that the contract uses for them. */
export function citedIds(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (Array.isArray(value)) {
    for (const item of value) citedIds(item, found);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) {
      if (key === 'citation_id' || key === 'source_citation_id') {
        if (typeof item === 'string') found.add(item);
      } else if (key === 'citation_ids' && Array.isArray(item)) {
        for (const id of item) if (typeof id === 'string') found.add(id);
      } else citedIds(item, found);
    }
  }
  return found;
}
