// Runs outside the sandboxes of test files, so that what checks answers is made once in each worker.
const Ajv2020 = require('ajv/dist/2020').default;

const shared = new Map();

/** Resolves to a service's OpenAPI description and its validators by place: the same for all services with the same description. */
async function sharedValidators(url) {
  const text = await (await fetch(`${url}/openapi.json`)).text();
  if (!shared.has(text)) {
    const description = JSON.parse(text);
    shared.set(text, { description, validatorAt: validatorsOf(description) });
  }
  return shared.get(text);
}

/** Returns a function that returns the validator of the schema at a place in a description. */
function validatorsOf(description) {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/);
  ajv.addFormat('int64', true);
  ajv.addSchema({ ...description, $id: 'rostra' });
  const compiled = new Map();
  return (at) => {
    if (!compiled.has(at)) compiled.set(at, ajv.compile({ $ref: `rostra#${at}` }));
    return compiled.get(at);
  };
}

module.exports = { sharedValidators, validatorsOf };
