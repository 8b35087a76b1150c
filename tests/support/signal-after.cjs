// A test loads this into a command: once a function of fs/promises has done its work with a path that contains a text, the process
// sends itself a signal. `SIGNAL_AFTER` names the three: "mkdir .draft SIGTERM".
const promises = require('node:fs/promises');
const [name, text, signal] = process.env.SIGNAL_AFTER.split(' ');
const original = promises[name];

promises[name] = async (...args) => {
  const result = await original(...args);
  if (args.some((each) => String(each).includes(text))) {
    promises[name] = original;
    process.kill(process.pid, signal);
  }
  return result;
};
