import type { Json, JsonObject } from '../../../../../common/json';

/** Parts of the document that are described once and referenced by name. */
export type Components = Record<string, Record<string, JsonObject>>;

/** References a component: `component('schemas', 'BillRow')`. */
export const component = (kind: string, name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` });

/** Collects the components that a part of the document references, directly or through others. */
export function collectComponents(part: Json, components: Components): Components {
  const used = new Set<string>();
  const follow = (node: Json): void => {
    for (const [, kind = '', name = ''] of JSON.stringify(node).matchAll(REFERENCE)) {
      if (used.has(`${kind}/${name}`)) continue;
      used.add(`${kind}/${name}`);
      follow(components[kind]?.[name] ?? null);
    }
  };
  follow(part);
  const entries = Object.entries(components).map(([kind, all]): [string, Record<string, JsonObject>] => [
    kind,
    Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`${kind}/${name}`))),
  ]);
  return Object.fromEntries(entries.filter(([, all]) => Object.keys(all).length > 0));
}

const REFERENCE = /"\$ref":"#\/components\/(\w+)\/(\w+)"/g;
