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

/** Encodes a step of a JSON pointer for a URI. */
export const pointer = (step: string): string => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));
