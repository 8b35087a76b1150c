import {
  defineEndpoint,
  type Endpoint,
  modelOf,
  objectOf,
  type Schema,
  summarySchema,
} from '../../../plugins/rostra/server/src/declare';
import { answers, type Call, errors, etagOf, publicIdIn } from '../../../plugins/rostra/server/src/operate';
import { ADDRESS, ROW } from '../database';

export const LIST = '/citizen/:handle/emails';
export const ITEM = `${LIST}/:emailID`;

const HANDLE = { description: 'User name of the citizen.', schema: { type: 'string' } };
const EMAIL_ID = {
  description: 'Identifier of one of the citizen’s addresses.',
  schema: { type: 'integer', minimum: 1 },
};

const EXAMPLE = {
  handle: 'ming',
  emailID: 2,
  token: 'Jm9Ck0cVQ6p6tL1sQq4vXo2m0h3gqkq5nW8rZk1b7dE',
  id: 2,
  email: 'ming@work.example.org',
  is_primary: false,
  is_verified: false,
  visibility: 'private',
};

type RequiredProperty = 'name' | 'method' | 'path' | 'description' | 'answers' | 'answer';

/** Declares an operation on a citizen's addresses, by default for citizens and editors. */
export const defineAddressEndpoint = (declared: Pick<Endpoint, RequiredProperty> & Partial<Endpoint>): Endpoint =>
  defineEndpoint({
    api: 'citizen-email',
    access: 'citizen',
    failures: {},
    example: () => EXAMPLE,
    ...declared,
    parts: { handle: HANDLE, ...(declared.path.startsWith(ITEM) ? { emailID: EMAIL_ID } : {}), ...declared.parts },
  });

/** The schema of an address. */
export const recordSchema = (): Schema => summarySchema(modelOf(ADDRESS), ROW);

/** The schema of a response with a message about an address. */
export const messageSchema = (message: string): Schema =>
  objectOf({ message: { type: 'string', enum: [message] }, email: { type: 'string', format: 'idn-email' } });

/** The public id in the path. Errors: NOT_FOUND if it is malformed (conventions 4.6). */
export function publicIdInPath({ path }: Call): number {
  const publicId = publicIdIn(path.emailID);
  if (publicId === undefined) throw errors.notFound();
  return publicId;
}

/** The response to a change of an address: the record. */
export const updateAnswer = (call: Call, publicId: number, body: string) =>
  answers.updated({ publicId, body, etag: etagOf(body), ignored: call.ignored });

/** The response to a GET with a side effect: without an entity tag, since it must run each time. */
export const messageAnswer = (body: Record<string, string>) => ({
  status: 200,
  body: JSON.stringify(body),
  headers: {},
});
