import { arrayOf, objectOf, type Schema, utcText } from '../../../plugins/rostra/server/src/declare';
import { answers } from '../../../plugins/rostra/server/src/operate';
import { visibleAddresses } from '../citizen';
import { define, LIST, recordSchema } from './shared';

export const listEmails = define({
  name: 'find',
  method: 'GET',
  path: LIST,
  description:
    'Lists the addresses of a citizen: to themselves and to editors all, to other citizens those that are public and verified.',
  isList: true,
  answers: {
    status: 200,
    schema: () =>
      objectOf({ rows: arrayOf(withTimes(recordSchema())), totalRowCount: { type: 'integer', minimum: 0 } }),
  },
  failures: { 404: 'NOT_FOUND: nobody has this handle (told to editors only).' },
  answer: async (call) => {
    const { rows, total } = await visibleAddresses(call);
    return answers.read(`{"rows":${rows},"totalRowCount":${total}}`);
  },
});

/** What `?full` adds to a row. */
const withTimes = (row: Schema): Schema => ({
  ...row,
  properties: {
    ...(row.properties as Record<string, Schema>),
    create_date: utcText().schema,
    update_date: utcText().schema,
  },
});
