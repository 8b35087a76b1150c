import { isObject, type JsonObject } from '../../../../../common/json';
import type { Resource } from '../resource/resource';
import { type Choices, readChoices } from '../store/choices';
import type { Run } from '../store/database';

type Data = Record<string, unknown>;

/** Fields with their other halves: a type and an identifier say one thing. */
export const wholeFields = ({ fields }: Resource, names: string[]): string[] => [
  ...new Set(names.flatMap((name) => [name, fields[name]?.partner ?? name])),
];

/**
 * What a save makes by itself of the fields that others have changed and that one of several attributes stores. A form sends only the attributes
 * that its editor has changed: with those of others, the record may refer to two records. One statement, if there are any.
 */
export async function ownChoices(
  resource: Resource,
  publicId: number,
  { changed, data }: { changed: string[]; data: Data },
  run: Run,
): Promise<JsonObject> {
  const written = changed.filter((name) => writtenIn(resource.fields[name]?.choice?.attributes, data).length > 0);
  if (written.length === 0) return {};
  const choices = await readChoices(resource, publicId, run);
  const values = written.map((name): JsonObject => {
    const none = { [name]: null, [resource.fields[name]?.partner ?? name]: null };
    return ownChoice(choices[name] ?? {}, data) ?? none;
  });
  return Object.assign({}, ...values) as JsonObject;
}

/** What the attributes that a save writes say of a field; undefined if they leave it empty. */
export const ownChoice = (choices: Choices, data: Data): JsonObject | undefined =>
  writtenIn(Object.keys(choices), data)
    .map((attribute) => choices[attribute])
    .find((choice) => choice) ?? undefined;

/** The attributes that a save changes; a form may also send relations that connect and disconnect nothing. */
const writtenIn = (attributes: string[] = [], data: Data): string[] =>
  attributes.filter((attribute) => {
    const value = data[attribute];
    if (!isObject(value)) return value !== undefined;
    return [value.connect, value.disconnect].some((links) => Array.isArray(links) && links.length > 0);
  });
