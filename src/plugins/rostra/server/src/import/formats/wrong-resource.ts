import { importable } from '../../resource/registry';
import type { Resource } from '../../resource/resource';
import { EXTERNAL_ID } from '../external-id';

/** The share of fields that must belong to another resource for it to be suggested. */
const MIN_SHARE = 0.8;

/**
 * The message for fields (or columns) most of which belong to another resource: suggests that one. Undefined if they may
 * be the resource's own with spelling mistakes or additions.
 */
export function describeOtherResource(resource: Resource, names: string[]): string | undefined {
  const distinctive = distinctiveNames(resource, names);
  const own = countKnown(resource, distinctive);
  const [best] = importable().sort((a, b) => countKnown(b, distinctive) - countKnown(a, distinctive));
  const most = best ? countKnown(best, distinctive) : 0;
  if (!best || own * 2 >= distinctive.length || most < distinctive.length * MIN_SHARE || most < own * 2)
    return undefined;
  return `these are not ${resource.name}. Their fields (${listNames(distinctive)}) look like ${best.name}: name the file after that`;
}

/** Like `describeOtherResource`, with a further message for fields that are all unknown to the resource. */
export function describeWrongResource(resource: Resource, names: string[]): string | undefined {
  const distinctive = distinctiveNames(resource, names);
  const isNone = distinctive.length > 0 && countKnown(resource, distinctive) === 0;
  return (
    describeOtherResource(resource, names) ??
    (isNone ? `these are not ${resource.name}: none of their fields is known (${listNames(distinctive)})` : undefined)
  );
}

/** The names except identifiers, which every record may have. */
const distinctiveNames = (resource: Resource, names: string[]): string[] =>
  [...new Set(names)].filter((name) => ![resource.key.name, 'id', EXTERNAL_ID].includes(name));

const countKnown = (resource: Resource, names: string[]): number =>
  names.filter((name) => Object.hasOwn(resource.fields, name)).length;

const listNames = (names: string[]): string =>
  names.length > 8 ? `${names.slice(0, 8).join(', ')}, …` : names.join(', ');
