import { arrayOf, objectOf, type Schema, utcText } from '../../../plugins/rostra/server/src/declare';
import { answers } from '../../../plugins/rostra/server/src/operate';
import { visibleAddresses } from '../citizen';
import { defineAddressEndpoint, LIST, recordSchema } from './address-endpoint';

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
