import { type Description, nameIn, pointer } from './description';
import { validatorsOf } from './validators';

/**
 * Returns the bodies and answers that have examples, and the faults of all examples (of bodies, answers, parameters and
 * schemas) that do not match their schema.
 */
export function examplesIn(description: Description): { exemplified: Set<unknown>; faults: string[] } {
  const validatorAt = validatorsOf(description);
  const exemplified = new Set<unknown>();
  const faults: string[] = [];

  const validate = (schema: string, value: unknown): void => {
    const check = validatorAt(schema);
    if (!check(value)) faults.push(`${schema}: ${JSON.stringify(check.errors)}`);
  };

  /** `body` is the body or answer that a node belongs to. */
  const visit = (node: unknown, at: string, body: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { schema, example, examples } = node as Record<string, unknown>;
    if (schema && example !== undefined) validate(`${at}/schema`, example);
    if (schema && examples) {
      for (const each of Object.values(examples)) validate(`${at}/schema`, valueBehind(description, each));
      exemplified.add(body);
    }
    if (Array.isArray(examples)) for (const each of examples) validate(at, each);
    for (const [step, child] of Object.entries(node)) {
      if (step === 'example' || step === 'examples') continue;
      visit(child, `${at}/${pointer(step)}`, step === 'content' ? node : body);
    }
  };
  visit(description, '', undefined);
  return { exemplified, faults };
}

/** Returns the value of an example, resolving a reference. */
function valueBehind({ components }: Description, example: { $ref?: string; value?: unknown }): unknown {
  const name = nameIn(example);
  return name === undefined ? example.value : components.examples[name]?.value;
}
