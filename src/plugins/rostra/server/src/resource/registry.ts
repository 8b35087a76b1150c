import { entryOf } from '../../../../../common/maps';
import type { ReferencePath } from '../fields/field';
import { attributeOf } from '../fields/field';
import type { Endpoint } from './endpoint';
import type { Resource } from './resource';
import type { View } from './view';

/** A reference path to records of a kind, with the resource it starts from. */
export interface ResourceReference extends ReferencePath {
  resource: Resource;
}

const byKind = new Map<string, Resource>();
const impliedByKind = new Map<string, string[]>();
let views: View[] = [];
let endpoints: Endpoint[] = [];

/** Registers resources, views and endpoints; called once, before the service starts. */
export function register(declared: { resources: Resource[]; views: View[]; endpoints: Endpoint[] }): void {
  byKind.clear();
  impliedByKind.clear();
  for (const each of declared.resources) byKind.set(each.kind, each);
  ({ views, endpoints } = declared);
}

/** The resource of a kind, the singular name of its content type. Throws if there is none. */
export function resourceByKind(kind: string): Resource {
  const resource = byKind.get(kind);
  if (!resource) throw new Error(`no resource is declared for "${kind}"`);
  return resource;
}

/** Every declared resource. */
export const allResources = (): Resource[] => [...byKind.values()];

/** The resources that import files may hold: those whose records can be created. */
export const importable = (): Resource[] => allResources().filter(({ operations }) => operations.includes('create'));

/** The resource with this name (`rs_bills`), or undefined. */
export const findResource = (name: unknown, resources = allResources()): Resource | undefined =>
  resources.find((each) => each.name === name);

/** The resource with this name. Throws if there is none. */
export function resourceByName(name: string): Resource {
  const resource = findResource(name);
  if (!resource) throw new Error(`there is no resource "${name}"`);
  return resource;
}

/** Every declared view. */
export const allViews = (): View[] => views;

/** Every declared custom endpoint. */
export const allEndpoints = (): Endpoint[] => endpoints;

/** The resource of a content type, or undefined. */
export const findResourceByUid = (uid: string): Resource | undefined => allResources().find((each) => each.uid === uid);

/** Every path by which records refer to records of this kind. */
export function referrersOf(kind: string): ResourceReference[] {
  return allResources().flatMap((each) =>
    Object.entries(each.fields).flatMap(([name, field]) =>
      (field.referencePaths?.(attributeOf(name, field), name) ?? [])
        .filter((path) => path.kind === kind)
        .map((path) => ({ ...path, resource: each })),
    ),
  );
}

/** The attributes of a kind that fields of other resources repeat; resolving a reference reads them, to check those fields. */
export const impliedAttributes = (kind: string): readonly string[] =>
  entryOf(impliedByKind, kind, () => [
    ...new Set(
      allResources().flatMap((each) => Object.values(each.fields).flatMap((field) => field.implies?.()[kind] ?? [])),
    ),
  ]);
