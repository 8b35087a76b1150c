// A transformer of Jest: modules of packages that are large, and that tests only use, run once in each worker, outside the
// sandbox of a test file, which would run them again. Where there is no sandbox, as in the set-up of all, they are as they were.
module.exports = {
  process: (source, file) => ({
    code: `if (typeof requireOutside === 'function') module.exports = requireOutside(${JSON.stringify(file)});
else (function () {${source}
})();`,
  }),
};
