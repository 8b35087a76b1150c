// Measures what each test file costs: its own CPU time, that of the processes it starts, and that of the processes it shares with
// other files while it runs.
const { subscribe, unsubscribe } = require('node:diagnostics_channel');
const { appendFileSync } = require('node:fs');
const path = require('node:path');
const { TestEnvironment } = require('jest-environment-node');
const { cpuSecondsOf, ownCpuSeconds } = require('./cost.cjs');

require('./late-optimization.cjs');

module.exports = class extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    // For what all files of a worker share (outside-module.cjs, validators.ts).
    this.global.requireOutside = require;
    this.file = path.relative(config.projectConfig.rootDir, context.testPath);
    this.started = 0;
    this.count = () => {
      this.started += 1;
    };
  }

  handleTestEvent({ name }) {
    // The service of the worker is known, and nothing of the file has run.
    if (name !== 'setup') return;
    subscribe('child_process', this.count);
    this.before = this.seconds();
  }

  async teardown() {
    unsubscribe('child_process', this.count);
    const cost = { file: this.file, seconds: this.seconds() - this.before, processes: this.started };
    if (process.env.ROSTRA_TEST_COSTS) appendFileSync(process.env.ROSTRA_TEST_COSTS, `${JSON.stringify(cost)}\n`);
    await super.teardown();
  }

  seconds() {
    return ownCpuSeconds() + cpuSecondsOf(JSON.parse(this.global.process.env.ROSTRA_TEST_SHARED ?? '[]'));
  }
};
