// Tests load this into the programs that they start, which find the code of modules compiled, in the folder ROSTRA_TEST_CODE: to compile them is a
// fifth of what a start costs. The first program, a service, keeps what it has compiled. From Node.js 22.1 on, services do that themselves
// (src/runtime/module-cache.ts).
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');

const folder = process.env.ROSTRA_TEST_CODE;

if (folder && !Module.enableCompileCache) {
  // Code is of use only under the flags that it was compiled under.
  require('./late-optimization.cjs');
  const [index, code] = ['index.json', 'code'].map((name) => path.join(folder, name));
  if (existsSync(index)) provideCode(JSON.parse(readFileSync(index, 'utf8')), readFileSync(code));
  else keepCode(index, code);
}

/** Compiles modules with what is known of their texts, in whatever folder they are; `places` tells where, by digest. */
function provideCode(places, code) {
  compileWith((text, filename) => {
    const place = places[digestOf(text)];
    return place && scriptOf(text, filename, code.subarray(...place));
  });
}

/** Keeps the compiled code of modules and of the functions that have run, just before V8's flags change for the first time. */
function keepCode(index, code) {
  const scripts = new Map();
  compileWith((text, filename) => {
    // Compiled code does not know who loads what it imports.
    if (/\bimport\s*\(/.test(text)) return undefined;
    try {
      const script = scriptOf(text, filename);
      scripts.set(digestOf(text), script);
      return script;
    } catch {
      // Not a CommonJS module, or one with a fault: Node.js knows what to do.
      return undefined;
    }
  });
  const { setFlagsFromString } = v8;
  v8.setFlagsFromString = (flags) => {
    v8.setFlagsFromString = setFlagsFromString;
    const places = {};
    const pieces = [];
    let end = 0;
    for (const [digest, script] of scripts) {
      const piece = script.createCachedData();
      pieces.push(piece);
      places[digest] = [end, end + piece.length];
      end += piece.length;
    }
    writeFileSync(code, Buffer.concat(pieces));
    writeFileSync(`${index}.draft`, JSON.stringify(places));
    renameSync(`${index}.draft`, index);
    setFlagsFromString(flags);
  };
}

/** Runs the modules for which `find` has a script; Node.js runs the others. */
function compileWith(find) {
  const { _compile } = Module.prototype;
  Module.prototype._compile = function (text, filename, ...rest) {
    const script = find(text, filename);
    if (!script) return _compile.call(this, text, filename, ...rest);
    const run = script.runInThisContext();
    return run.call(this.exports, this.exports, requireOf(this), this, filename, path.dirname(filename));
  };
}

const digestOf = (text) => createHash('sha1').update(text).digest('base64');

const scriptOf = (text, filename, cachedData) => new vm.Script(Module.wrap(text), { filename, cachedData });

/** The function `require` of a module, as Node.js makes it. */
function requireOf(module) {
  const resolve = (request, options) => Module._resolveFilename(request, module, false, options);
  resolve.paths = (request) => Module._resolveLookupPaths(request, module);
  return Object.assign((id) => module.require(id), {
    resolve,
    main: process.mainModule,
    extensions: Module._extensions,
    cache: Module._cache,
  });
}
