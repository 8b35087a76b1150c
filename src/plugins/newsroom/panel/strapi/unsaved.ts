import { isObject, type Json } from '../../../../common/json';
import type { Language, Text } from '../../shared/panel';
import { nameOf, panelOf } from '../../shared/panels';
import { inLanguage } from '../language';
import { CREATED, NOT_SAVED, type RecordKind, UNKNOWN, type Words } from '../save-words';
import { UNSHOWN } from '../unshown';
import { forgetUnknown, noteFailure, whetherLeft } from './failed-saves';
import { writeIn } from './writes';

/** The failure after which a form keeps what was typed as unsaved; after others Strapi counts it as saved. The panel logs people out by the status alone. Checked with Strapi 5.54.0. */
const UNSAVED = 'ValidationError';

/** An error as the service answers it to the panel; `code` says how a write has failed in the database, `created` that a former save has created the record. */
interface Failure {
  name?: string;
  message?: string;
  details?: { code?: string; created?: string };
}

/** A save: where it is sent, and what its form holds of the record. */
interface Save {
  kind: RecordKind;
  address: string;
  data: Json | undefined;
  /** Tells its form, in place of a message, which record a former save of it has created. */
  tellCreated?: ((documentId: string) => void) | undefined;
}

/**
 * The same answer to a save, after which a form that was not saved does not count as saved, and with words that say whether it is stored, and of
 * which record where its form has been left meanwhile. Only the service's own 404 is passed on as one: it means that the record is deleted.
 * @param sent undefined as its answer: the editor has given up
 */
export async function unsaved(sent: Promise<Response | undefined>, save: Save): Promise<Response> {
  const { address } = save;
  const isLeft = whetherLeft(address);
  const say = (words: Words): string => {
    const message = isLeft() ? `${recordIn(save)}${inLanguage(words.left)}` : inLanguage(words.here);
    return noteFailure(message, address, words === UNKNOWN[save.kind]);
  };
  let answer: Response | undefined;
  try {
    answer = await sent;
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    return refused(503, say(UNKNOWN[save.kind]));
  }
  if (!answer) return refused(409, UNSHOWN);
  if (answer.ok) return answer;
  const failure = await failureIn(answer);
  if (failure?.name === UNSAVED && !isLeft()) return answer;
  const created = failure?.details?.created;
  if (created !== undefined && save.tellCreated && !isLeft()) {
    forgetUnknown(address);
    save.tellCreated(created);
    return refused(answer.status, UNSHOWN);
  }
  const status = !failure && answer.status === 404 ? 503 : answer.status;
  return refused(status, say(wordsFor(failure, status, save)), failure?.details);
}

function wordsFor(failure: Failure | undefined, status: number, { kind }: Save): Words {
  if (isUnknown(failure, status, kind)) return UNKNOWN[kind];
  if (failure?.details?.code === 'UNAVAILABLE') return NOT_SAVED;
  if (failure?.details?.created !== undefined) return CREATED;
  if (failure?.message === undefined) return UNKNOWN[kind];
  const own: Text = { zh: failure.message, en: failure.message };
  return { here: own, left: own };
}

/** Names the record of a save, for a sentence about it. */
function recordIn({ address, data }: Save): string {
  const { uid } = writeIn(address, { method: 'PUT' }) ?? { uid: '' };
  const { number, [panelOf(uid)?.main ?? '']: title } = isObject(data) ? data : {};
  const named = (language: Language) => {
    const known = {
      ...(typeof number === 'number' && { number }),
      ...(typeof title === 'string' && title !== '' && { title }),
    };
    return [nameOf(uid, language), known.title ?? known.number].filter((part) => part !== undefined).join(' ');
  };
  return inLanguage({ zh: `${named('zh')}：`, en: `${named('en')}: ` });
}

/** Whether what this answer refuses may be stored all the same. */
export const maybeStored = async (answer: Response, kind: RecordKind): Promise<boolean> =>
  !answer.ok && isUnknown(await failureIn(answer), answer.status, kind);

/**
 * An error without a code may have happened after the commit. Strapi counts the records while it creates one: the count may find the database
 * unavailable, and the record be there.
 */
function isUnknown(failure: Failure | undefined, status: number, kind: RecordKind): boolean {
  const code = failure?.details?.code;
  if (!failure || code === 'OUTCOME_UNKNOWN' || (status >= 500 && code === undefined)) return true;
  return kind === 'new' && code === 'UNAVAILABLE';
}

/** The error that the service answers; undefined if something in between has answered. */
async function failureIn(answer: Response): Promise<Failure | undefined> {
  const body = (await answer
    .clone()
    .json()
    .catch(() => undefined)) as { error?: Failure } | undefined;
  return typeof body?.error?.name === 'string' ? body.error : undefined;
}

/** An answer after which the form keeps what was typed as unsaved. */
export const refused = (status: number, message: string, details: object = {}): Response =>
  Response.json(
    { data: null, error: { status, name: UNSAVED, message, details: { ...details, errors: [] } } },
    { status },
  );
