// One process of a simulation: takes a range of seeds from its parent, and hands back what came of them.
import { simulate } from './run.ts';

process.once('message', (range: { from: number; count: number }) => {
  void simulate(range.from, range.count).then((simulated) => {
    process.send?.(simulated, () => process.disconnect());
  });
});
