const { readdirSync, readFileSync } = require('node:fs');

/** Ticks of the clock in a second, which Linux has on every platform that Node.js runs on. */
const TICKS = 100;

/** Whether this platform tells what other processes cost. */
const isKnown = process.platform === 'linux';

/** Returns the CPU seconds of processes and of all that they started and waited for; of processes that are gone, nothing. */
function cpuSecondsOf(pids) {
  if (!isKnown) return 0;
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const read = new Map(all.map((pid) => [pid, statOf(pid)]));
  const sum = (pid) => {
    const children = all.filter((each) => read.get(each)?.parent === pid);
    return (read.get(pid)?.ticks ?? 0) + children.map(sum).reduce((total, each) => total + each, 0);
  };
  return pids.map(sum).reduce((total, each) => total + each, 0) / TICKS;
}

/** Returns the CPU seconds of this process and of the processes it has started and waited for, without those that still run. */
const ownCpuSeconds = () => (isKnown ? statOf(process.pid).ticks / TICKS : 0);

/** Reads a process's parent, and its own ticks and those of the children it waited for; undefined if it is gone. */
function statOf(pid) {
  try {
    // The name before the last parenthesis may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ').map(Number);
    const [user, system, childUser, childSystem] = fields.slice(11, 15);
    return { parent: fields[1], ticks: user + system + childUser + childSystem };
  } catch {
    return undefined;
  }
}

module.exports = { cpuSecondsOf, isKnown, ownCpuSeconds };
