// Examples of the documentation, in recording order, so that charges and replays follow each other.
import type { Example } from './examples.ts';
import { device, paying } from './examples-paying.ts';
import { reading } from './examples-reading.ts';
import { refused } from './examples-refused.ts';
import { releases } from './examples-releases.ts';

export const examples: readonly Example[] = [...reading, ...releases, ...paying, ...device, ...refused];
