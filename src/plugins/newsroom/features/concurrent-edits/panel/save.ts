import { isObject, type Json, type JsonObject, pickPresent, tryParseJson } from '../../../../../common/json';
import { openQuestions } from '../../../panel/questions';
import type { LoadedRecord, SendSave, Shown } from '../../../panel/strapi/saves';
import type { Conflict } from '../shared/conflict';
import { changedValues, isNoLink } from './changed-values';

/** Whose value a field keeps. */
export type Side = 'mine' | 'theirs';

/** What the dialog asks: what each field of a conflict keeps, by its name; without an answer, nothing is saved. */
export const questions = openQuestions<Conflict, Record<string, Side> | undefined>(undefined);

/**
 * Saves what the editor of a form has changed. Where others have changed the same, or what breaks a rule together with it, asks whose values stay;
 * nothing is written before.
 * @returns the answer of the service; undefined if the editor gives up
 */
export async function save(values: JsonObject, loaded: LoadedRecord, send: SendSave): Promise<Response | undefined> {
  const ask = questions.open();
  const rows = rowAttributes(loaded);
  // What a save that got no answer has sent may be stored, even if its editor has taken it back since. Rows go by what has changed in them.
  const sent = (loaded.unanswered?.attributes ?? []).filter((name) => !rows.includes(name));
  let kept: JsonObject = { ...pickPresent(values, sent), ...changedValues(values, loaded.data, rows) };
  let shown: Shown = loaded;
  let unread: Record<string, number> = {};
  for (;;) {
    const answer = await send(kept, shown);
    const conflict = answer.status === 409 ? await conflictIn(answer) : undefined;
    if (!conflict) return answer;
    const sides = conflict.fields.length + conflict.hidden > 0 ? await ask(conflict) : {};
    if (!sides) return undefined;
    const { merged } = conflict;
    unread = unreadAfter(unread, conflict, loaded.change);
    const isTold = (attribute: string) => !(attribute in unread);
    kept = Object.keys(merged)
      .filter(isTold)
      .reduce((some, attribute) => withSide(some, attribute, merged[attribute]?.mine), kept);
    for (const { name, attributes } of conflict.fields) {
      const side = sides[name] ?? 'mine';
      const [attribute = ''] = attributes;
      if (merged[attribute]) kept = withSide(kept, attribute, merged[attribute][side]);
      else kept = side === 'theirs' ? without(kept, attributes) : withoutOthers(kept, attributes, values);
    }
    for (const attribute of conflict.hiddenAttributes.filter(isTold))
      kept = withSide(kept, attribute, merged[attribute]?.theirs);
    const own = Object.entries(unread).filter(([attribute]) => attribute in kept);
    shown = { ...conflict, unread: Object.fromEntries(own) };
  }
}

/**
 * The attributes that the service merges, because what others have written in them is not told, with the change that the form has shown of them: as
 * long as it is sent, also where a later conflict is about something else, unless that says that the others' stay as a whole.
 */
function unreadAfter(
  former: Record<string, number>,
  { unread, hiddenAttributes }: Conflict,
  change: number,
): Record<string, number> {
  const still = Object.entries(former).filter(([attribute]) => !hiddenAttributes.includes(attribute));
  return Object.fromEntries([...still, ...unread.map((attribute) => [attribute, change] as const)]);
}

/** The attributes of a record that hold nested rows. */
const rowAttributes = ({ rows = '{}' }: LoadedRecord): string[] => Object.keys((tryParseJson(rows) ?? {}) as object);

/** The values with what to send of an attribute; without it if that is nothing. */
const withSide = (values: JsonObject, attribute: string, side: Json | undefined): JsonObject =>
  side === undefined ? without(values, [attribute]) : { ...values, [attribute]: side };

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
