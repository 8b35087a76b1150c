import { tryParseJson } from '../../../../../common/json';
import { openQuestions } from '../../../panel/questions';
import { removedIn } from '../../../panel/removed-records';
import type { DeletedRecords } from '../../../panel/strapi/delete-questions';
import { refused } from '../../../panel/strapi/unsaved';
import { writeIn } from '../../../panel/strapi/writes';
import { UNSHOWN } from '../../../panel/unshown';

/** What the dialog asks: whether a save is meant to delete these records. */
export const questions = openQuestions<DeletedRecords[], boolean>(false);

/** Asks before a form is saved that has removed records from a list to whose record they belong: the service deletes them. */
export function askBeforeChildrenGo(): void {
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const uid = init?.method === 'PUT' ? writeIn(input, init)?.uid : undefined;
    const removed = uid === undefined || typeof init?.body !== 'string' ? [] : removedIn(uid, tryParseJson(init.body));
    // A save that its editor gives up leaves the form as it is.
    if (removed.length > 0 && !(await questions.open()(removed))) return refused(409, UNSHOWN);
    return send(input, init);
  };
}
