// A test loads this into a command: once it has made a folder whose name ends in .draft, the process sends itself the signal that
// `AT_DRAFT` names.
const promises = require('node:fs/promises');
const { mkdir } = promises;

promises.mkdir = async (folder, ...rest) => {
  const made = await mkdir(folder, ...rest);
  if (String(folder).endsWith('.draft')) process.kill(process.pid, process.env.AT_DRAFT);
  return made;
};
