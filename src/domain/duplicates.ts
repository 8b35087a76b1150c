import { normalise } from '../common/text/normalise';
import { dayOf, msOf } from '../common/time';
import { once } from './once';
import type { Meanings, Part } from './part';

/** A slug leads to one page. */
export const slugs = ({ slug: fields }: Meanings): Part =>
  once({
    fields,
    key: ({ resource, record }) => {
      const slug = record[fields[resource]?.[0] ?? ''];
      return typeof slug === 'string' && slug.trim() ? slug.trim().toLowerCase() : undefined;
    },
    tell: (others, { resource }) => ({
      code: 'DUPLICATE_SLUG',
      path: fields[resource]?.[0] ?? '',
      fact: `the slug is also that of ${others}`,
      advice: 'give each a slug of its own, or the page of one cannot be found',
    }),
  });

/**
 * A roll call is recorded once. Minutes give several motions of one day the same title: that is told, too, since nobody
 * can tell them apart in a list.
 */
export const votes = once({
  fields: { rs_votes: ['date', 'title'] },
  key: ({ record }) => {
    const date = msOf(record.date);
    return date === null || typeof record.title !== 'string' ? undefined : `${dayOf(date)} ${normalise(record.title)}`;
  },
  tell: (others) => ({
    code: 'DUPLICATE_VOTE',
    path: 'title',
    fact: `date and title are also those of ${others}`,
    advice: 'delete what was entered twice, or give each motion a title that tells it apart',
  }),
});

/** Within a term, a version number stands for one bill of an act; the same number of another act is another bill. */
export const billVersions = once({
  fields: { rs_bills: ['act_id', 'term_index', 'version_no'] },
  key: ({ record: { act_id: act, term_index: term, version_no: version } }) =>
    typeof version === 'string' && normalise(version) && typeof term === 'number'
      ? `${act} ${term} ${normalise(version)}`
      : undefined,
  tell: (others) => ({
    code: 'DUPLICATE_VERSION',
    path: 'version_no',
    fact: `act, term and version number are also those of ${others}`,
    advice: 'delete what was entered twice, or correct the number',
  }),
});
