// Loaded into a server that is measured (node --expose-gc --import): collects garbage when its parent asks, and says what is left.
process.on('message', () => {
  globalThis.gc();
  // What the first collection only made unreachable.
  globalThis.gc();
  process.send(process.memoryUsage());
});
// Listening for the parent must not keep the server alive.
process.channel.unref();
