/** What of a model tells where a query leads. */
export type Attributes = Record<string, { type: string; target?: string; component?: string }>;

/** The attributes of a content type or component, by its uid. */
export type AttributesOf = (uid: string) => Attributes;

const PARTS = ['filters', 'sort', 'populate', 'fields'];

/** Whether what a request filters by, sorts by or asks for goes through a relation to a content type, however deep. */
export const leadsTo = (target: string, query: Record<string, unknown>, uid: string, attributesOf: AttributesOf) =>
  PARTS.some((part) => goesTo(query[part], uid, part !== 'filters', { target, attributesOf }));

interface Search {
  target: string;
  attributesOf: AttributesOf;
}

/** The texts of a filter are what it compares with; elsewhere they name fields. */
function goesTo(node: unknown, uid: string, areTextsPaths: boolean, search: Search): boolean {
  if (typeof node === 'string')
    return areTextsPaths && node.split(/[,:]/).some((path) => follow(path, uid, search) === search.target);
  if (typeof node !== 'object' || node === null) return false;
  if (Array.isArray(node)) return node.some((each) => goesTo(each, uid, areTextsPaths, search));
  return Object.entries(node).some(([key, value]) => {
    const next = follow(key, uid, search);
    return next === search.target || goesTo(value, next, areTextsPaths && key !== 'filters', search);
  });
}

/** Where a path ends; names that are no relation or component, as operators, stay where they are. */
function follow(path: string, uid: string, { target, attributesOf }: Search): string {
  let at = uid;
  for (const name of path.trim().split('.')) {
    if (at === target) return at;
    const attribute = attributesOf(at)[name];
    at = attribute?.target ?? attribute?.component ?? at;
  }
  return at;
}
