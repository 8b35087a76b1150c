// A test loads this into a command: once a function of fs/promises has done its work with a path that contains a text, the process
// sends itself, or the one that started it, a signal. `SIGNAL_AFTER` names them: "mkdir .draft SIGTERM", "rm .png SIGTERM parent".
const promises = require('node:fs/promises');
const [name, text, signal, target] = process.env.SIGNAL_AFTER.split(' ');
const original = promises[name];

promises[name] = async (...args) => {
  const result = await original(...args);
  if (args.some((each) => String(each).includes(text))) {
    promises[name] = original;
    process.kill(target === 'parent' ? process.ppid : process.pid, signal);
  }
  return result;
};
