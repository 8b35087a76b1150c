// Preloaded by bench/start.mjs: at its end, a process notes the CPU seconds that it took, and its modules.
const { appendFileSync } = require('node:fs');

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const note = { seconds: (user + system) / 1e6, modules: Object.keys(require.cache).length };
  appendFileSync(process.env.BENCH_CPU_NOTES, `${JSON.stringify(note)}\n`);
});
