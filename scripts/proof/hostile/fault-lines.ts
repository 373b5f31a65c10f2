// Lines that the faults of a refused file name.
import type { RefusedInput } from '../../../server/ingest/files/faults.ts';

export const faultLines = ({ faults }: RefusedInput): number[] =>
  faults.flatMap(({ line, repeated }) => (line === null ? [] : [line, ...(repeated?.lines ?? [])]));
