// Preloaded module of a measured server (node --expose-gc --import): collects garbage on request, and reports the rest.
import { getHeapCodeStatistics } from 'node:v8';

process.on('message', () => {
  globalThis.gc();
  // The first collection makes more objects unreachable.
  globalThis.gc();
  const { code_and_metadata_size: compiled, bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics();
  process.send({ ...process.memoryUsage(), code: compiled + bytecode });
});
// Listening for the parent must not keep the server alive.
process.channel.unref();
