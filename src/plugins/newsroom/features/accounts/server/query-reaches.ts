/** The parts of a model's attributes that decide where a path leads. */
export type Attributes = Record<string, { type: string; target?: string; component?: string }>;

/** Returns the attributes of a content type or component. */
export type AttributesOf = (uid: string) => Attributes;

const PARTS = ['filters', 'sort', 'populate', 'fields'];

/** Returns whether the filters, sort, populate or fields of a query reach a content type through relations, at any depth. */
export const queryReaches = (target: string, query: Record<string, unknown>, uid: string, attributesOf: AttributesOf) =>
  PARTS.some((part) => nodeReaches(query[part], uid, part !== 'filters', { target, attributesOf }));

interface Search {
  target: string;
  attributesOf: AttributesOf;
}

/** Strings in a filter are values to compare with; strings elsewhere are paths of fields. */
function nodeReaches(node: unknown, uid: string, areTextsPaths: boolean, search: Search): boolean {
  if (typeof node === 'string')
    return areTextsPaths && node.split(/[,:]/).some((path) => follow(path, uid, search) === search.target);
  if (typeof node !== 'object' || node === null) return false;
  if (Array.isArray(node)) return node.some((each) => nodeReaches(each, uid, areTextsPaths, search));
  return Object.entries(node).some(([key, value]) => {
    const next = follow(key, uid, search);
    return next === search.target || nodeReaches(value, next, areTextsPaths && key !== 'filters', search);
  });
}

/** Returns the model that a path ends at. Names other than relations and components, such as operators, are skipped. */
function follow(path: string, uid: string, { target, attributesOf }: Search): string {
  let at = uid;
  for (const name of path.trim().split('.')) {
    if (at === target) return at;
    const attribute = attributesOf(at)[name];
    at = attribute?.target ?? attribute?.component ?? at;
  }
  return at;
}
