import {
  arrayOf,
  choice,
  objectOf,
  readText,
  type Schema,
  text,
  utcText,
} from '../../../plugins/rostra/server/src/declare';
import { answers, errors, etagOf } from '../../../plugins/rostra/server/src/operate';
import { emailAddress } from '../address';
import { addAddress, removeAddress, setPrimary, setVisibility } from '../addresses';
import { ownAccount, visibleAddresses } from '../citizen';
import { defineAddressEndpoint, ITEM, LIST, publicIdInPath, recordSchema, updateAnswer } from './address-endpoint';

export const listEmails = defineAddressEndpoint({
  name: 'find',
  method: 'GET',
  path: LIST,
  description:
    'Lists the addresses of a citizen: all for the citizen and for editors, the public and verified ones for other citizens.',
  isList: true,
  answers: {
    status: 200,
    schema: () =>
      objectOf({ rows: arrayOf(withTimes(recordSchema())), totalRowCount: { type: 'integer', minimum: 0 } }),
  },
  failures: { 404: 'NOT_FOUND: the handle does not exist (editors only).' },
  answer: async (call) => {
    const { rows, total } = await visibleAddresses(call);
    return answers.read(`{"rows":${rows},"totalRowCount":${total}}`);
  },
});

/** Adds the fields of `?full` to a row's schema. */
const withTimes = (row: Schema): Schema => ({
  ...row,
  properties: {
    ...(row.properties as Record<string, Schema>),
    create_date: utcText().schema,
    update_date: utcText().schema,
  },
});

export const addEmail = defineAddressEndpoint({
  name: 'create',
  method: 'POST',
  path: LIST,
  description: 'Adds an address: private, not primary, not verified.',
  body: { email: emailAddress() },
  answers: { status: 201, schema: recordSchema },
  failures: { 409: 'CONFLICT: the citizen already has this address, or the maximum number of addresses.' },
  answer: async (call) => {
    const { publicId, record } = await addAddress(ownAccount(call), call.values.email as string);
    const location = `/citizen/${encodeURIComponent(call.path.handle ?? '')}/emails`;
    return answers.created({ publicId, body: record, etag: etagOf(record), ignored: call.ignored }, location);
  },
});

export const removeEmail = defineAddressEndpoint({
  name: 'delete',
  method: 'DELETE',
  path: LIST,
  description: 'Removes an address given in the body or in the query; the primary one cannot be removed.',
  body: { email: text().required() },
  isBodyOptional: true,
  parameters: {
    email: {
      parse: readText,
      description: 'The address to remove, instead of a body.',
      schema: { type: 'string' },
      isExtension: true,
    },
  },
  answers: { status: 204, schema: () => null },
  failures: { 404: 'NOT_FOUND: the citizen has no such address.', 409: 'CONFLICT: it is the primary address.' },
  answer: async (call) => {
    const account = ownAccount(call);
    const { email = call.query.email } = call.values;
    if (call.query.email !== undefined && call.query.email !== email)
      throw errors.invalidInput([
        { path: 'email', code: 'MISMATCH', message: 'differs from the address in the query' },
      ]);
    if (typeof email !== 'string')
      throw errors.invalidInput([{ path: 'email', code: 'REQUIRED', message: 'is required' }]);
    await removeAddress(account, email.trim());
    return answers.removed();
  },
});

export const showEmail = defineAddressEndpoint({
  name: 'setVisibility',
  method: 'PATCH',
  path: `${ITEM}/visibility`,
  description: 'Sets whether other citizens may see an address once it is verified.',
  body: { visibility: choice(['public', 'private']).required() },
  answers: { status: 200, schema: recordSchema },
  failures: { 404: 'NOT_FOUND: the citizen has no such address.' },
  answer: async (call) => {
    const account = ownAccount(call);
    const publicId = publicIdInPath(call);
    return updateAnswer(call, publicId, await setVisibility(account, publicId, call.values.visibility as string));
  },
});

export const preferEmail = defineAddressEndpoint({
  name: 'setPrimary',
  method: 'PATCH',
  path: `${ITEM}/set_primary`,
  description: 'Makes an address the primary one; the log-in e-mail follows once it is verified.',
  answers: { status: 200, schema: recordSchema },
  failures: { 404: 'NOT_FOUND: the citizen has no such address.' },
  answer: async (call) => {
    const account = ownAccount(call);
    const publicId = publicIdInPath(call);
    return updateAnswer(call, publicId, await setPrimary(account, publicId));
  },
});
