import type { JsonObject } from '../../../../../common/json';
import { createStore } from '../../../panel/store';
import type { LoadedRecord, SendSave } from '../../../panel/strapi/saves';
import type { Conflict } from '../shared/conflict';
import { changedValues } from './changed-values';

/** Whose value a field keeps. */
export type Side = 'mine' | 'theirs';

/** A conflict that an editor is asked about. */
interface Question {
  /** Tells it from other questions. */
  key: number;
  conflict: Conflict;
  /** Goes on with what each field keeps, by its name; without it, nothing is saved. */
  answer(sides?: Record<string, Side>): void;
}

/** What the dialog asks; undefined if nothing. */
export const question = createStore<Question | undefined>(undefined);

/**
 * Saves what the editor of a form has changed. While others have changed the same fields, asks which values stay; nothing is written before.
 * @returns the answer of the service; undefined if the editor gives up
 */
export async function save(values: JsonObject, loaded: LoadedRecord, send: SendSave): Promise<Response | undefined> {
  let [kept, change] = [changedValues(values, loaded.data), loaded.change];
  for (;;) {
    const answer = await send(kept, change);
    const conflict = answer.status === 409 ? await conflictIn(answer) : undefined;
    if (!conflict) return answer;
    const sides = await ask(conflict);
    if (!sides) return undefined;
    const dropped = conflict.fields.filter(({ name }) => sides[name] === 'theirs').flatMap((field) => field.attributes);
    kept = Object.fromEntries(Object.entries(kept).filter(([name]) => !dropped.includes(name)));
    change = conflict.change;
  }
}

async function conflictIn(answer: Response): Promise<Conflict | undefined> {
  const body = (await answer
    .clone()
    .json()
    .catch(() => undefined)) as { error?: { details?: { conflict?: Conflict } } } | undefined;
  return body?.error?.details?.conflict;
}

let asked = 0;
/** The end of the last question: several forms may be saved at once. */
let last: Promise<unknown> = Promise.resolve();

function ask(conflict: Conflict): Promise<Record<string, Side> | undefined> {
  const answer = last.then(
    () =>
      new Promise<Record<string, Side> | undefined>((resolve) => {
        asked += 1;
        question.set({
          key: asked,
          conflict,
          answer: (sides) => {
            question.set(undefined);
            resolve(sides);
          },
        });
      }),
  );
  last = answer;
  return answer;
}
