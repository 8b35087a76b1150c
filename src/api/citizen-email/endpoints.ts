import {
  arrayOf,
  choice,
  defineEndpoint,
  type Endpoint,
  input,
  type Json,
  model,
  objectOf,
  readText,
  summarySchema,
  text,
} from '../../plugins/rostra/server/src/declare';
import {
  type Answer,
  answers,
  type Call,
  errors,
  etagOf,
  numberIn,
  parseFields,
  parseParameters,
} from '../../plugins/rostra/server/src/operate';
import { settings } from '../../runtime/settings';
import { emailAddress } from './address';
import { addAddress, removeAddress, setPrimary, setVisibility } from './addresses';
import { ownAccount, visibleAddresses } from './citizen';
import { ADDRESS } from './database';
import { confirmationPage } from './page';
import { confirmVerification, requestVerification } from './verification';

const LIST = '/citizen/:handle/emails';
const ITEM = `${LIST}/:emailID`;

const HANDLE = { description: 'User name of the citizen.', schema: { type: 'string' } };
const EMAIL_ID = { description: 'Identifier of one of their addresses.', schema: { type: 'integer', minimum: 1 } };
const TOKEN = { description: 'The token that was sent to the address.', schema: { type: 'string' } };

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

const recordSchema = () => summarySchema(model(ADDRESS), 'id email is_primary is_verified visibility');
const messageSchema = (message: string) =>
  objectOf({ message: { type: 'string', enum: [message] }, email: { type: 'string', format: 'email' } });

const define = (
  declared: Pick<Endpoint, 'name' | 'method' | 'path' | 'description' | 'answers' | 'answer'> & Partial<Endpoint>,
) =>
  defineEndpoint({
    api: 'citizen-email',
    access: 'citizen',
    parts: { handle: HANDLE, ...(declared.path.startsWith(ITEM) ? { emailID: EMAIL_ID } : {}) },
    example: () => EXAMPLE,
    failures: {},
    ...declared,
  });

const listEmails = define({
  name: 'find',
  method: 'GET',
  path: LIST,
  description:
    'Lists the addresses of a citizen: to themselves and to editors all, to other citizens those that are public and verified.',
  answers: {
    status: 200,
    schema: () => objectOf({ rows: arrayOf(recordSchema()), totalRowCount: { type: 'integer', minimum: 0 } }),
  },
  failures: { 404: 'NOT_FOUND: nobody has this handle (told to editors only).' },
  answer: async (call) => {
    checkQuery(call, ['page', 'all']);
    const { rows, total } = await visibleAddresses(call);
    return answers.read(`{"rows":${rows},"totalRowCount":${total}}`);
  },
});

const addEmail = define({
  name: 'create',
  method: 'POST',
  path: LIST,
  description: 'Adds an address: private, not primary, not verified.',
  body: { email: emailAddress() },
  answers: { status: 201, schema: recordSchema },
  failures: { 409: 'CONFLICT: the citizen has this address already, or as many as one may have.' },
  answer: async (call) => {
    const account = ownAccount(call);
    const { values, ignored } = parseFields({ email: emailAddress() }, call.body);
    const { number, record } = await addAddress(account, values.email as string);
    return answers.created(
      written(number, record, ignored),
      `/citizen/${encodeURIComponent(call.path.handle ?? '')}/emails`,
    );
  },
});

const removeEmail = define({
  name: 'delete',
  method: 'DELETE',
  path: LIST,
  description: 'Removes an address, named in the body or in the query; the primary one stays.',
  body: { email: text().required() },
  isBodyOptional: true,
  parameters: {
    email: {
      parse: readText,
      isExtension: true,
      description: 'The address to remove, instead of a body.',
      schema: { type: 'string' },
    },
  },
  answers: { status: 204, schema: () => null },
  failures: { 404: 'NOT_FOUND: no address of theirs.', 409: 'CONFLICT: it is the primary one.' },
  answer: async (call) => {
    const account = ownAccount(call);
    const { email } = checkQuery(call, [], removeEmail.parameters);
    const { values } = parseFields({ email: text().required() }, call.body ?? (email === undefined ? {} : { email }));
    await removeAddress(account, (values.email as string).trim());
    return answers.removed();
  },
});

const requestEmail = define({
  name: 'requestVerification',
  method: 'GET',
  path: `${ITEM}/request_verification`,
  description: 'Sends a mail with a confirmation link, unless the address is verified; at most three an hour.',
  answers: { status: 200, schema: () => messageSchema('EMAIL_VERIFY_REQUESTED') },
  failures: {
    400: 'INVALID_INPUT: the mail server refuses the address.',
    404: 'NOT_FOUND: no address of theirs.',
    429: 'TOO_MANY_REQUESTS: with Retry-After.',
    503: 'UNAVAILABLE: no mail can be sent; nothing has changed. With Retry-After.',
  },
  answer: async (call) => {
    checkQuery(call);
    const account = ownAccount(call);
    const number = numberOf(call);
    const email = await requestVerification({ account, number, linkOf: (token) => linkOf(call, number, token) });
    return answers.read(JSON.stringify({ message: 'EMAIL_VERIFY_REQUESTED', email }));
  },
});

const confirmEmail = define({
  name: 'confirmVerification',
  method: 'GET',
  path: `${ITEM}/confirm_verification/:token`,
  access: 'public',
  description: 'Verifies the address that the token was sent to. Browsers get a page.',
  parts: { handle: HANDLE, emailID: EMAIL_ID, token: TOKEN },
  hasPage: true,
  answers: { status: 200, schema: () => messageSchema('EMAIL_VERIFY_SUCCESS') },
  failures: { 401: 'EMAIL_VERIFY_FAILED: the token is wrong, ended, replaced, or of another address.' },
  answer: async ({ path, prefersPage }) => {
    const { handle = '', token = '' } = path;
    const email = await confirmVerification({ handle, number: numberIn(path.emailID), token });
    if (prefersPage) return pageOf(email !== undefined);
    if (email === undefined) throw errors.verificationFailed();
    return answers.read(JSON.stringify({ message: 'EMAIL_VERIFY_SUCCESS', email }));
  },
});

const VISIBILITY = { visibility: choice(['public', 'private']).required() };

const showEmail = define({
  name: 'setVisibility',
  method: 'PATCH',
  path: `${ITEM}/visibility`,
  description: 'Says whether other citizens may see an address once it is verified.',
  body: VISIBILITY,
  answers: { status: 200, schema: recordSchema },
  failures: { 404: 'NOT_FOUND: no address of theirs.' },
  answer: async (call) => {
    const account = ownAccount(call);
    const number = numberOf(call);
    const { values, ignored } = parseFields(VISIBILITY, call.body);
    return answers.updated(written(number, await setVisibility(account, number, values.visibility as string), ignored));
  },
});

const preferEmail = define({
  name: 'setPrimary',
  method: 'PATCH',
  path: `${ITEM}/set_primary`,
  example: () => ({ ...EXAMPLE, is_primary: true }),
  description: 'Makes an address the primary one; the log-in e-mail follows once it is verified.',
  answers: { status: 200, schema: recordSchema },
  failures: { 404: 'NOT_FOUND: no address of theirs.' },
  answer: async (call) => {
    const account = ownAccount(call);
    const number = numberOf(call);
    return answers.updated(written(number, await setPrimary(account, number)));
  },
});

/** The operations on the addresses of citizens (specification, "Citizen e-mails"). */
export const citizenEmails: Endpoint[] = [
  listEmails,
  addEmail,
  removeEmail,
  requestEmail,
  confirmEmail,
  showEmail,
  preferEmail,
];

/** The parameters of a query. Errors: INVALID_INPUT for those that are not known. */
function checkQuery({ query }: Call, others: string[] = [], known: Endpoint['parameters'] = {}): Record<string, Json> {
  const { findings } = input();
  const given = parseParameters(known, query, findings, new Set(others));
  if (findings.faults.length > 0) throw errors.invalidInput(findings.faults);
  return given;
}

/** The identifier in the path. Errors: NOT_FOUND for what cannot be one (decisions, 4.6). */
function numberOf({ path }: Call): number {
  const number = numberIn(path.emailID);
  if (number === undefined) throw errors.notFound();
  return number;
}

const written = (number: number, body: string, ignored: string[] = []) => ({
  number,
  body,
  etag: etagOf(body),
  ignored,
});

const linkOf = ({ path }: Call, number: number, token: string): string =>
  `${settings().publicUrl}/citizen/${encodeURIComponent(path.handle ?? '')}/emails/${number}/confirm_verification/${token}`;

const pageOf = (isVerified: boolean): Answer => ({
  status: isVerified ? 200 : 401,
  type: 'text/html; charset=utf-8',
  body: confirmationPage(isVerified),
  headers: { vary: 'Accept, Authorization' },
});
