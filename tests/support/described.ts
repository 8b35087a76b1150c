import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { templateOfAlias } from './aliases';
import { noteAnswered } from './answered';

/** The parts of the interface's description that answers are checked against. */
export interface Description {
  paths: Record<string, Record<string, { responses: Record<string, Described & { $ref?: string }> }>>;
  components: { responses: Record<string, Described> };
}

interface Described {
  headers?: Record<string, { $ref?: string; required?: boolean }>;
  content?: Record<string, unknown>;
}

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

let checker: Promise<(exchange: Exchange) => void> | undefined;

/** Fails when an answer is not one that the description allows, or comes from an operation that it does not have. */
export async function expectDescribed(url: string, exchange: Exchange): Promise<void> {
  checker ??= load(url).then(checkerOf);
  (await checker)(exchange);
}

/** A validator that knows the description as `rostra`, and its formats. */
export function validatorOf(description: object): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  ajv.addFormat('email', /^[^\s@]+@[^\s@]+$/);
  ajv.addFormat('int64', true);
  return ajv.addSchema({ ...description, $id: 'rostra' });
}

/** A step of a JSON pointer within a URI. */
export const pointer = (step: string): string => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));

const load = async (url: string): Promise<Description> =>
  (await (await fetch(`${url}/openapi.json`)).json()) as Description;

/** What the description is of (decisions, 1.1). */
const DESCRIBED = /^\/(console|comp|citizen|c0ngress)(\/|$)/;

/** Checks of a description. */
export function checkerOf(description: Description): (exchange: Exchange) => void {
  const ajv = validatorOf(description);
  const compiled = new Map<string, ValidateFunction>();
  const templates = Object.keys(description.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));

  const expectValid = (at: string, exchange: Exchange): void => {
    const validate = compiled.get(at) ?? ajv.compile({ $ref: `rostra#${at}` });
    compiled.set(at, validate);
    if (!validate(JSON.parse(exchange.text))) {
      fail(
        exchange,
        `does not fit the description: ${ajv.errorsText(validate.errors)}\n${exchange.text.slice(0, 1000)}`,
      );
    }
  };

  return (exchange) => {
    const { method, path, status, headers, text } = exchange;
    const [plain = ''] = path.split('?');
    if (!DESCRIBED.test(plain) || method === 'OPTIONS') return;
    const isHead = method === 'HEAD';
    const verb = isHead ? 'get' : method.toLowerCase();
    const found = templates.find(({ pattern, template }) => pattern.test(plain) && description.paths[template]?.[verb]);
    const template = found?.template ?? (exchange.isAlias ? templateOfAlias(verb.toUpperCase(), plain) : undefined);
    if (template === undefined) {
      if (status < 400) fail(exchange, 'is no operation of the description');
      return isHead ? undefined : expectValid('/components/schemas/Error', exchange);
    }
    const place = `/paths/${pointer(template)}/${verb}/responses/${status}`;
    const given = description.paths[template]?.[verb]?.responses[status];
    if (!given) return fail(exchange, 'is no answer of the description');
    const name = given.$ref?.split('/').at(-1);
    const answer = name === undefined ? given : description.components.responses[name];
    if (!answer?.content) {
      if (text !== '') fail(exchange, `has a body: ${text}`);
    } else if (!isHead) {
      const [type = ''] = headers.get('content-type')?.split(';') ?? [];
      if (!(type in answer.content)) fail(exchange, `is ${type || 'of no type'}`);
      const at = name === undefined ? place : `/components/responses/${name}`;
      if (type === 'application/json') expectValid(`${at}/content/${pointer(type)}/schema`, exchange);
    }
    for (const header of requiredHeaders(description, answer ?? {})) {
      if (!headers.has(header)) fail(exchange, `has no header ${header}`);
    }
    if (status < 300 && !isHead) noteAnswered(`${method} ${template}`);
  };
}

function requiredHeaders(description: Description, { headers = {} }: Described): string[] {
  const shared = (description.components as { headers?: Record<string, { required?: boolean }> }).headers ?? {};
  return Object.entries(headers)
    .filter(([, { $ref, required }]) => required ?? shared[$ref?.split('/').at(-1) ?? '']?.required)
    .map(([name]) => name);
}

function fail({ method, path, status }: Exchange, why: string): never {
  throw new Error(`${method} ${path}: ${status} ${why}`);
}
