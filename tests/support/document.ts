import { type Description, pointer, validatorOf } from './described';

/** A JSON object of the description. */
type Node = Record<string, unknown>;

/** Every operation of a description. */
export const operationsIn = ({ paths }: Description): { method: string; path: string; value: Node }[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, value]) => ({ method: verb.toUpperCase(), path, value: { ...value } })),
  );

/**
 * The bodies and answers that have examples, and every example, of them, of parameters and of schemas, that its schema
 * refuses.
 */
export function examplesIn(description: Description): { examples: Set<unknown>; faults: string[] } {
  const ajv = validatorOf(description);
  const examples = new Set<unknown>();
  const faults: string[] = [];

  const validate = (schema: string, value: unknown): void => {
    const check = ajv.compile({ $ref: `rostra#${schema}` });
    if (!check(value)) faults.push(`${schema}: ${ajv.errorsText(check.errors)}`);
  };

  const visit = (node: unknown, at: string, holder: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { schema, example, examples: given } = node as Node;
    if (schema && example !== undefined) validate(`${at}/schema`, example);
    if (schema && given) {
      for (const value of Object.values(given)) validate(`${at}/schema`, valueOf(description, value));
      examples.add(holder);
    }
    if (Array.isArray(given)) for (const value of given) validate(at, value);
    for (const [step, child] of Object.entries(node)) {
      if (step !== 'example' && step !== 'examples')
        visit(child, `${at}/${pointer(step)}`, step === 'content' ? node : holder);
    }
  };
  visit(description, '', undefined);
  return { examples, faults };
}

/** The value of an example, which may be a reference. */
function valueOf(description: Description, example: unknown): unknown {
  const { $ref, value } = example as { $ref?: string; value?: unknown };
  if ($ref === undefined) return value;
  const { examples } = description.components as { examples?: Record<string, { value: unknown }> };
  return examples?.[$ref.split('/').at(-1) ?? '']?.value;
}
