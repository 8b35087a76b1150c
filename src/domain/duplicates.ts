import { normalise } from '../common/text/normalise';
import { dayOf, msOf } from '../common/time';
import { duplicateCheck } from './duplicate-check';
import type { Meanings, RecordCheck } from './record-check';

/** Finds records of one resource with the same slug: a slug must lead to one page. */
export const slugs = ({ slug: fields }: Meanings): RecordCheck =>
  duplicateCheck({
    fields,
    key: ({ resource, record }) => {
      const slug = record[fields[resource]?.[0] ?? ''];
      return typeof slug === 'string' && slug.trim() ? slug.trim().toLowerCase() : undefined;
    },
    describe: (others, { resource }) => ({
      code: 'DUPLICATE_SLUG',
      path: fields[resource]?.[0] ?? '',
      fact: `the slug is the same as that of ${others}`,
      advice: 'give each record its own slug, or one of the pages cannot be reached',
    }),
  });

/**
 * Finds votes entered twice. Minutes give several motions of a day the same title; these are reported as well, since
 * nobody can distinguish them in a list.
 */
export const votes = duplicateCheck({
  fields: { rs_votes: ['date', 'title'] },
  key: ({ record }) => {
    const date = msOf(record.date);
    return date === null || typeof record.title !== 'string' ? undefined : `${dayOf(date)} ${normalise(record.title)}`;
  },
  describe: (others) => ({
    code: 'DUPLICATE_VOTE',
    path: 'title',
    fact: `date and title are also those of ${others}`,
    advice: 'delete the duplicate, or give each motion a distinct title',
  }),
});

/** Finds bills of one act and term with the same version number. The same number for another act is another bill. */
export const billVersions = duplicateCheck({
  fields: { rs_bills: ['act_id', 'term_index', 'version_no'] },
  key: ({ record: { act_id: act, term_index: term, version_no: version } }) =>
    typeof version === 'string' && normalise(version) && typeof term === 'number'
      ? `${act} ${term} ${normalise(version)}`
      : undefined,
  describe: (others) => ({
    code: 'DUPLICATE_VERSION',
    path: 'version_no',
    fact: `act, term and version number are also those of ${others}`,
    advice: 'delete the duplicate, or correct the number',
  }),
});
