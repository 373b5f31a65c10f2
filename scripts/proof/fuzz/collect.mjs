// Loaded into a server that is measured (node --expose-gc --import): collects garbage when its parent asks, and says what is left.
import { getHeapCodeStatistics } from 'node:v8';

process.on('message', () => {
  globalThis.gc();
  // What the first collection only made unreachable.
  globalThis.gc();
  const { code_and_metadata_size: compiled, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics();
  process.send({ ...process.memoryUsage(), code: compiled + bytecode });
});
// Listening for the parent must not keep the server alive.
process.channel.unref();
