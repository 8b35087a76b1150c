// A test loads this into a service: SIGUSR2 throws an uncaught error.
process.on('SIGUSR2', () => {
  throw new Error('a fault of the test');
});
