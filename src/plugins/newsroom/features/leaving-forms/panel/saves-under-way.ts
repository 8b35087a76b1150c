import { createStore } from '../../../panel/store';
import { isSave, type RecordWrite, writeIn } from '../../../panel/strapi/writes';

/** Whether a form waits for the answer to its save. */
export const isSaving = createStore(false);

/** Saves without an answer whose forms nobody has left, with what they write. */
const underWay = new Map<symbol, RecordWrite>();

/**
 * Follows the saves of forms. From the click to the answer may be long: a log-in, a service that is away and a question about others' changes all come
 * in between.
 */
export function followSavesUnderWay(): void {
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const write = writeIn(input, init);
    if (!write || !isSave(input, init)) return send(input, init);
    const save = Symbol('save');
    underWay.set(save, write);
    isSaving.set(true);
    try {
      return await send(input, init);
    } finally {
      underWay.delete(save);
      isSaving.set(underWay.size > 0);
    }
  };
}

/** What the saves write that are under way. */
export const writesUnderWay = (): RecordWrite[] => [...underWay.values()];

/** No longer waits for the saves that are under way: their forms were left. */
export function leaveSaves(): void {
  underWay.clear();
  isSaving.set(false);
}
