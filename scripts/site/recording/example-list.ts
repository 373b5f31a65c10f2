// The examples of the documentation, in the order in which they are recorded: charges and repetitions come after one another.
import type { Example } from './examples.ts';
import { device, paying } from './examples-paying.ts';
import { reading } from './examples-reading.ts';
import { refused } from './examples-refused.ts';

export const examples: readonly Example[] = [...reading, ...paying, ...device, ...refused];
