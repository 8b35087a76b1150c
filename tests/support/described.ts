import type { ValidateFunction } from 'ajv/dist/2020';
import { templateOfAlias } from './aliases';
import { noteAnswered } from './answered';
import { type Description, nameIn, pointer, type Reply, readDescription, validatorOf } from './description';

/** A request and what was answered to it. */
export interface Exchange {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  text: string;
  /** The path is another spelling of a described one (decisions, 1.5). */
  isAlias?: boolean;
}

let checker: Promise<Checker> | undefined;

/** Fails when an answer is not one that the description allows, or comes from an operation that it does not have. */
export async function expectDescribed(url: string, exchange: Exchange): Promise<void> {
  checker ??= readDescription(url).then(checkerOf);
  const operation = (await checker)(exchange);
  const isGood = exchange.status < 300 && exchange.method !== 'HEAD' && !exchange.isAlias;
  if (operation && isGood) noteAnswered(operation);
}

/** Checks an exchange; answers the operation that it was with: `GET /console/lab/acts/{id}`. Errors: with what is wrong. */
type Checker = (exchange: Exchange) => string | undefined;

/** What the description is of (decisions, 1.1). */
const DESCRIBED = /^\/(console|comp|citizen|c0ngress)(\/|$)/;

/** Checks against a description. */
export function checkerOf(description: Description): Checker {
  const templateOf = finderOf(description);
  const expectValid = schemaCheckOf(description);

  return (exchange) => {
    const { path, status, text } = exchange;
    const [plain = ''] = path.split('?');
    if (!DESCRIBED.test(plain) || exchange.method === 'OPTIONS') return undefined;
    const isHead = exchange.method === 'HEAD';
    const method = isHead ? 'GET' : exchange.method;
    // A GET that does something has no HEAD, which the description cannot say.
    const isNone = isHead && status === 405;
    const described = templateOf(method, plain) ?? (exchange.isAlias ? templateOfAlias(method, plain) : undefined);
    const template = isNone ? undefined : described;
    if (template === undefined) {
      if (status < 400) fail(exchange, 'is no operation of the description');
      if (!isHead) expectValid('/components/schemas/Error', exchange);
      return undefined;
    }
    const { reply, at } = replyOf(description, template, method, exchange);
    expectHeaders(description, reply, exchange);
    if (isHead || !reply.content) {
      if (text !== '') fail(exchange, `has a body: ${text}`);
    } else {
      const type = exchange.headers.get('content-type')?.replace(/;.*/, '') ?? 'of no type';
      if (!(type in reply.content)) fail(exchange, `is ${type}`);
      if (type === 'application/json') expectValid(`${at}/content/${pointer(type)}/schema`, exchange);
    }
    return `${method} ${template}`;
  };
}

/** Finds the described path of an operation. */
function finderOf({ paths }: Description): (method: string, path: string) => string | undefined {
  const patterns = Object.keys(paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return (method, path) =>
    patterns.find(({ template, pattern }) => pattern.test(path) && paths[template]?.[method.toLowerCase()])?.template;
}

/** What the description says of an answer, and where. */
function replyOf(
  { paths, components }: Description,
  template: string,
  method: string,
  exchange: Exchange,
): { reply: Reply; at: string } {
  const verb = method.toLowerCase();
  const found = paths[template]?.[verb]?.responses[exchange.status];
  const name = found && nameIn(found);
  const reply = name === undefined ? found : components.responses[name];
  if (!reply) return fail(exchange, 'is no answer of the description');
  const place = `/paths/${pointer(template)}/${verb}/responses/${exchange.status}`;
  return { reply, at: name === undefined ? place : `/components/responses/${name}` };
}

/** Checks a body against the schema at a place of the description. */
function schemaCheckOf(description: Description): (at: string, exchange: Exchange) => void {
  const ajv = validatorOf(description);
  const compiled = new Map<string, ValidateFunction>();
  return (at, exchange) => {
    const validate = compiled.get(at) ?? ajv.compile({ $ref: `rostra#${at}` });
    compiled.set(at, validate);
    if (validate(JSON.parse(exchange.text))) return;
    const faults = ajv.errorsText(validate.errors);
    fail(exchange, `does not fit the description: ${faults}\n${exchange.text.slice(0, 1000)}`);
  };
}

function expectHeaders({ components }: Description, { headers = {} }: Reply, exchange: Exchange): void {
  for (const [name, header] of Object.entries(headers)) {
    const { required } = components.headers[nameIn(header) ?? ''] ?? header;
    if (required && !exchange.headers.has(name)) fail(exchange, `has no header ${name}`);
  }
}

function fail({ method, path, status }: Exchange, why: string): never {
  throw new Error(`${method} ${path}: ${status} ${why}`);
}
