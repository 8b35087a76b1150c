import type { Refers } from '../fields/field';
import { attributeOf } from '../fields/field';
import type { Endpoint } from './endpoint';
import type { Resource } from './resource';
import type { View } from './view';

/** A reference to records of a kind, and the resource that holds it. */
export interface Referring extends Refers {
  resource: Resource;
}

const byKind = new Map<string, Resource>();
let views: View[] = [];
let endpoints: Endpoint[] = [];

/** Makes resources, views and endpoints known; called once, before the service starts. */
export function register(declared: { resources: Resource[]; views: View[]; endpoints: Endpoint[] }): void {
  byKind.clear();
  for (const each of declared.resources) byKind.set(each.kind, each);
  ({ views, endpoints } = declared);
}

/** The resource of a kind, by the singular name of its content type. */
export function resource(kind: string): Resource {
  const found = byKind.get(kind);
  if (!found) throw new Error(`no resource is declared for "${kind}"`);
  return found;
}

/** Every declared resource. */
export const allResources = (): Resource[] => [...byKind.values()];

/** The resources that files can hold: those of which records are made. */
export const importable = (): Resource[] => allResources().filter(({ operations }) => operations.includes('create'));

/** The resource with a name (`rs_bills`), or undefined. */
export const resourceNamed = (name: unknown, among = allResources()): Resource | undefined =>
  among.find((each) => each.name === name);

/** Every declared view. */
export const allViews = (): View[] => views;

/** Every declared operation of its own. */
export const allEndpoints = (): Endpoint[] => endpoints;

/** The resource that a content type belongs to, or undefined. */
export const resourceOf = (uid: string): Resource | undefined => allResources().find((each) => each.uid === uid);

/** Every way in which records refer to records of this kind: "where used". */
export function referrersOf(kind: string): Referring[] {
  return allResources().flatMap((each) =>
    Object.entries(each.fields).flatMap(([name, of]) =>
      (of.refers?.(attributeOf(name, of), name) ?? [])
        .filter((refers) => refers.kind === kind)
        .map((refers) => ({ ...refers, resource: each })),
    ),
  );
}

/** The attributes of a kind that fields elsewhere repeat, and that are read along when it is resolved. */
export function impliedAttributes(kind: string): string[] {
  const found = allResources().flatMap((each) =>
    Object.values(each.fields).flatMap((of) => of.implies?.()[kind] ?? []),
  );
  return [...new Set(found)];
}
