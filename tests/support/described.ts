import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';

/** The parts of the interface's description that answers are checked against. */
interface Description {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, unknown> }> }>>;
  components: Record<string, unknown>;
}

let description: Promise<Checker> | undefined;

/** Fails when an answer of a described operation is not one that the description allows. */
export async function expectDescribed(
  url: string,
  answer: { method: string; path: string; status: number; text: string },
): Promise<void> {
  description ??= load(url);
  (await description)(answer);
}

type Checker = (answer: { method: string; path: string; status: number; text: string }) => void;

async function load(url: string): Promise<Checker> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Description;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ ...document, $id: 'rostra' });
  const compiled = new Map<string, ValidateFunction | undefined>();
  const templates = Object.keys(document.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  return ({ method, path, status, text }) => {
    const [plain = ''] = path.split('?');
    const found = templates.find(({ pattern }) => pattern.test(plain));
    const verb = method.toLowerCase();
    const operation = found && document.paths[found.template]?.[verb];
    if (!found || !operation) return;
    const key = `${verb} ${found.template} ${status}`;
    const response = operation.responses[String(status)];
    if (!response) throw new Error(`${key} is no answer of the description`);
    if (!response.content) {
      if (text !== '') throw new Error(`${key} has a body: ${text}`);
      return;
    }
    if (!compiled.has(key))
      compiled.set(
        key,
        ajv.compile({
          $ref: `rostra#/paths/${pointer(found.template)}/${verb}/responses/${status}/content/application~1json/schema`,
        }),
      );
    const validate = compiled.get(key);
    if (validate && !validate(JSON.parse(text))) {
      throw new Error(
        `${key} does not fit the description: ${ajv.errorsText(validate.errors)}\n${text.slice(0, 1000)}`,
      );
    }
  };
}

const pointer = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
