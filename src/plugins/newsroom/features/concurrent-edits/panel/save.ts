import { isObject, type Json, type JsonObject, pickPresent, tryParseJson } from '../../../../../common/json';
import { mapValues } from '../../../../../common/maps';
import { openQuestions } from '../../../panel/questions';
import type { LoadedRecord, SendSave, Shown } from '../../../panel/strapi/saves';
import type { Conflict } from '../shared/conflict';
import { changedValues, isNoLink } from './changed-values';
import { type Merged, mergeOf } from './merges';

/** Whose value a field keeps. */
export type Side = 'mine' | 'theirs';

/** What the dialog asks: what each field of a conflict keeps, by its name; without an answer, nothing is saved. */
export const questions = openQuestions<Conflict, Record<string, Side> | undefined>(undefined);

/**
 * Saves what the editor of a form has changed. Where others have changed the same field, merges what can be merged by its parts, and asks
 * which values stay otherwise; nothing is written before.
 * @returns the answer of the service; undefined if the editor gives up
 */
export async function save(values: JsonObject, loaded: LoadedRecord, send: SendSave): Promise<Response | undefined> {
  const ask = questions.open();
  const rows = rowAttributes(loaded);
  // What a save that got no answer has sent may be stored, even if its editor has taken it back since. Rows go by what has changed in them.
  const sent = (loaded.unanswered?.attributes ?? []).filter((name) => !rows.includes(name));
  let [kept, known] = [{ ...pickPresent(values, sent), ...changedValues(values, loaded.data, rows) }, loaded.data];
  let shown: Shown = loaded;
  for (;;) {
    const answer = await send(kept, shown);
    const conflict = answer.status === 409 ? await conflictIn(answer) : undefined;
    if (!conflict) return answer;
    const merged = mergedIn(conflict, known, kept);
    const fields = conflict.fields.filter(({ name }) => merged.get(name)?.hasConflicts !== false);
    const sides = fields.length + conflict.hidden > 0 ? await ask(withMerged(conflict, fields, merged)) : {};
    if (!sides) return undefined;
    kept = { ...kept, ...mapValues(conflict.merged, ({ mine }) => mine) };
    for (const { name, attributes } of conflict.fields) {
      const side = sides[name] ?? 'mine';
      const [attribute = ''] = attributes;
      const parts = merged.get(name) ?? conflict.merged[attribute];
      if (parts) kept = { ...kept, [attribute]: parts[side] };
      else kept = side === 'theirs' ? without(kept, attributes) : withoutOthers(kept, attributes, values);
      if (merged.has(name)) known = { ...known, [attribute]: conflict.theirs[name] ?? null };
    }
    for (const attribute of conflict.hiddenAttributes) {
      const parts = conflict.merged[attribute];
      kept = parts ? { ...kept, [attribute]: parts.theirs } : without(kept, [attribute]);
    }
    shown = conflict;
  }
}

/** The attributes of a record that hold nested rows. */
const rowAttributes = ({ rows = '{}' }: LoadedRecord): string[] => Object.keys((tryParseJson(rows) ?? {}) as object);

/** The fields of a conflict that can be merged by their parts, merged. */
function mergedIn({ uid, fields, theirs }: Conflict, loaded: JsonObject, mine: JsonObject): Map<string, Merged> {
  return new Map(
    fields.flatMap(({ name, attributes: [attribute = ''] }) => {
      const merge = attribute in mine ? mergeOf(uid, attribute) : undefined;
      return merge ? [[name, merge(loaded[attribute] ?? null, mine[attribute] ?? null, theirs[name] ?? null)]] : [];
    }),
  );
}

/** The same conflict about some of its fields only, with merged values in place of the editor's own. */
const withMerged = (conflict: Conflict, fields: Conflict['fields'], merged: ReadonlyMap<string, Merged>): Conflict => ({
  ...conflict,
  fields,
  mine: conflict.mine && {
    ...conflict.mine,
    ...Object.fromEntries([...merged].map(([name, { mine }]) => [name, mine])),
  },
});

/**
 * The values with all attributes that store one choice, of which a form sends those that its editor has changed: others may have set another one
 * since. What is not a link, such as the other half of a kind and a number, stays as the form has it.
 */
function withoutOthers(kept: JsonObject, attributes: string[], form: JsonObject): JsonObject {
  const others = attributes.length > 1 ? attributes.filter((name) => isNoLink(kept[name] ?? NO_LINK)) : [];
  const asInForm = (name: string): Json => (isObject(form[name]) ? null : (form[name] ?? null));
  return { ...kept, ...Object.fromEntries(others.map((name) => [name, asInForm(name)])) };
}

const NO_LINK: Json = { connect: [], disconnect: [] };

const without = (values: JsonObject, names: string[]): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

async function conflictIn(answer: Response): Promise<Conflict | undefined> {
  const body = (await answer
    .clone()
    .json()
    .catch(() => undefined)) as { error?: { details?: { conflict?: Conflict } } } | undefined;
  return body?.error?.details?.conflict;
}
