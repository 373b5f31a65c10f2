// Process of the slow connections, separate from the good clients, whose times it must not disturb.
import { openSlowSockets } from './slow-sockets.ts';

process.once('message', ({ port, count }: { port: number; count: number }) => {
  void openSlowSockets(port, count, () => process.send?.('open')).then((cuts) => {
    process.send?.(cuts, () => process.disconnect());
  });
});
