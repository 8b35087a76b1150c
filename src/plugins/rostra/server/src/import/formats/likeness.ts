import { importable } from '../../resource/registry';
import type { Resource } from '../../resource/resource';

/** From which part of the fields on another resource is taken to be meant. */
const MOST_OF_THEM = 0.8;

/**
 * A sentence for fields (or columns) of which few are a resource's own and most are another one's: it says which.
 * Undefined where they may well be its own, misspelt or too many.
 */
export function looksLike(of: Resource, names: string[]): string | undefined {
  const telling = tellingOf(of, names);
  const own = knownOf(of, telling);
  const [best] = importable().sort((a, b) => knownOf(b, telling) - knownOf(a, telling));
  const most = best ? knownOf(best, telling) : 0;
  if (!best || own * 2 >= telling.length || most < telling.length * MOST_OF_THEM || most < own * 2) return undefined;
  return `these are no ${of.name}. By their fields (${shown(telling)}) they look like ${best.name}: name the file after that`;
}

/** The same, and a sentence for fields of which not a single one is the resource's own. */
export function haveNothingOf(of: Resource, names: string[]): string | undefined {
  const telling = tellingOf(of, names);
  const isNone = telling.length > 0 && knownOf(of, telling) === 0;
  return (
    looksLike(of, names) ??
    (isNone ? `these are no ${of.name}: none of their fields is known (${shown(telling)})` : undefined)
  );
}

/** The names but for identifiers, which every record has. */
const tellingOf = (of: Resource, names: string[]): string[] =>
  [...new Set(names)].filter((name) => name !== of.key.name && name !== 'id');

const knownOf = (of: Resource, names: string[]): number =>
  names.filter((name) => Object.hasOwn(of.fields, name)).length;

const shown = (names: string[]): string => (names.length > 8 ? `${names.slice(0, 8).join(', ')}, …` : names.join(', '));
