// Loaded into a service by a test: a signal makes an error that nobody catches.
process.on('SIGUSR2', () => {
  throw new Error('a fault of the test');
});
