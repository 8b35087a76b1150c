import { templateOfAlias } from './aliases';
import { recordCoverage } from './covered-operations';
import { type Description, nameIn, pointer, type Reply } from './description';
import { sharedValidators, type ValidatorAt, validatorsOf } from './validators';

/** A request and its answer. */
export interface Exchange {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  text: string;
  /** Whether the path is an alias of a described one (conventions 1.5). */
  isAlias?: boolean;
}

let checker: Promise<Checker> | undefined;

/** Fails if the description does not allow an answer, or does not have its operation. */
export async function expectDescribed(url: string, exchange: Exchange): Promise<void> {
  checker ??= sharedValidators(url).then(({ description, validatorAt }) => checkerOf(description, validatorAt));
  const operation = (await checker)(exchange);
  const isGood = exchange.status < 300 && exchange.method !== 'HEAD' && !exchange.isAlias;
  if (operation && isGood) recordCoverage(operation);
}

/** Checks an exchange and returns its operation, such as `GET /console/lab/acts/{id}`. Throws with the reason. */
type Checker = (exchange: Exchange) => string | undefined;

/** Paths that the description covers (conventions 1.1). */
const DESCRIBED = /^\/(console|comp|citizen|c0ngress)(\/|$)/;

/** Returns a checker for a description. */
export function checkerOf(description: Description, validatorAt = validatorsOf(description)): Checker {
  const templateOf = finderOf(description);
  const expectValid = schemaCheckOf(validatorAt);

  return (exchange) => {
    const { path, status, text } = exchange;
    const [plain = ''] = path.split('?');
    if (!DESCRIBED.test(plain) || exchange.method === 'OPTIONS') return undefined;
    const isHead = exchange.method === 'HEAD';
    const method = isHead ? 'GET' : exchange.method;
    // A GET with side effects has no HEAD, which the description cannot express.
    const isExcluded = isHead && status === 405;
    const described = templateOf(method, plain) ?? (exchange.isAlias ? templateOfAlias(method, plain) : undefined);
    const template = isExcluded ? undefined : described;
    if (template === undefined) {
      if (status < 400) fail(exchange, 'is not an operation of the description');
      if (!isHead) expectValid('/components/schemas/Error', exchange);
      return undefined;
    }
    const { reply, at } = replyOf(description, template, method, exchange);
    expectHeaders(description, reply, exchange);
    if (isHead || !reply.content) {
      if (text !== '') fail(exchange, `has a body: ${text}`);
    } else {
      const type = exchange.headers.get('content-type')?.replace(/;.*/, '') ?? 'without a type';
      if (!(type in reply.content)) fail(exchange, `is ${type}`);
      if (type === 'application/json') expectValid(`${at}/content/${pointer(type)}/schema`, exchange);
    }
    return `${method} ${template}`;
  };
}

/** Returns a function that finds the described path of an operation. */
function finderOf({ paths }: Description): (method: string, path: string) => string | undefined {
  const patterns = Object.keys(paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return (method, path) =>
    patterns.find(({ template, pattern }) => pattern.test(path) && paths[template]?.[method.toLowerCase()])?.template;
}

/** Returns the description of an answer, and its place in the document. */
function replyOf(
  { paths, components }: Description,
  template: string,
  method: string,
  exchange: Exchange,
): { reply: Reply; at: string } {
  const verb = method.toLowerCase();
  const entry = paths[template]?.[verb]?.responses[exchange.status];
  const name = entry && nameIn(entry);
  const reply = name === undefined ? entry : components.responses[name];
  if (!reply) return fail(exchange, 'is not an answer of the description');
  const place = `/paths/${pointer(template)}/${verb}/responses/${exchange.status}`;
  return { reply, at: name === undefined ? place : `/components/responses/${name}` };
}

/** Returns a check of a body against the schema at a place in the description. */
const schemaCheckOf =
  (validatorAt: ValidatorAt) =>
  (at: string, exchange: Exchange): void => {
    const validate = validatorAt(at);
    if (validate(JSON.parse(exchange.text))) return;
    const faults = validate.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`).join(', ');
    fail(exchange, `does not fit the description: ${faults}\n${exchange.text.slice(0, 1000)}`);
  };

function expectHeaders({ components }: Description, { headers = {} }: Reply, exchange: Exchange): void {
  for (const [name, header] of Object.entries(headers)) {
    const { required } = components.headers[nameIn(header) ?? ''] ?? header;
    if (required && !exchange.headers.has(name)) fail(exchange, `has no header ${name}`);
  }
}

function fail({ method, path, status }: Exchange, why: string): never {
  throw new Error(`${method} ${path}: ${status} ${why}`);
}
