// A test loads this into services that count by the minute: their clock goes a hundredth as fast, so that the minute outlasts the test.
const real = Date.now;
const [loaded, start] = [real(), Number(process.env.CLOCK_START)];

Date.now = () => start + Math.floor((real() - loaded) / 100);
