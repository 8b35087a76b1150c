import Ajv2020 from 'ajv/dist/2020';

/** The parts of the OpenAPI description that the tests use. */
export interface Description {
  paths: Record<string, Record<string, { responses: Record<string, Reply & { $ref?: string }> }>>;
  components: {
    responses: Record<string, Reply>;
    headers: Record<string, Header>;
    examples: Record<string, { value: unknown }>;
  };
}

/** The description of an answer. */
export interface Reply {
  headers?: Record<string, Header & { $ref?: string }>;
  content?: Record<string, unknown>;
}

interface Header {
  required?: boolean;
}

/** Fetches a service's OpenAPI description. */
export const readDescription = async (url: string): Promise<Description> =>
  (await (await fetch(`${url}/openapi.json`)).json()) as Description;

/** Lists the operations of a description. */
export const operationsIn = ({ paths }: Description): { method: string; path: string; value: object }[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, value]) => ({ method: verb.toUpperCase(), path, value })),
  );

/** Returns the name of the component that an object refers to, if any. */
export const nameIn = ({ $ref }: { $ref?: string }): string | undefined => $ref?.split('/').at(-1);

/** Returns a validator with the formats of the description, which it knows as `rostra`. */
export function validatorOf(description: Description): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/);
  ajv.addFormat('int64', true);
  return ajv.addSchema({ ...description, $id: 'rostra' });
}

/** Encodes a step of a JSON pointer for a URI. */
export const pointer = (step: string): string => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
