import type { FieldsByResource, Origin, RuleRecord, Warning } from '../common/findings';
import { entryOf } from '../common/maps';
import { normalise } from '../common/text/normalise';
import { dayOf, msOf } from '../common/time';
import { type Fingerprints, openFingerprints } from './fingerprints';
import type { Meanings, RecordCheck } from './record-check';
import { type Finding, originText, warning } from './warning';

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

/** What makes two records of a resource duplicates. */
interface DuplicateKey {
  fields: FieldsByResource;
  /** The key that duplicates share; undefined if the record has nothing to compare. */
  key(seen: RuleRecord): string | undefined;
  /** Describes the duplicates; `others` names the records with the same key. */
  describe(others: string, origin: Origin): Finding;
}

/** Builds a check for duplicates. It reports each group once, at the last record checked. */
function duplicateCheck({ fields, key, describe }: DuplicateKey): RecordCheck {
  return {
    judged: fields,
    compared: fields,
    open: () => {
      const known = new Map<string, Fingerprints>();
      const fingerprintsOf = (resource: string) => entryOf(known, resource, () => openFingerprints(resource));
      return {
        compare: (seen) => {
          const text = key(seen);
          if (text !== undefined) fingerprintsOf(seen.resource).set(seen.number, text);
        },
        judge: (seen): Warning[] => {
          const text = key(seen);
          // The record being checked replaces its stored version.
          if (text === undefined) fingerprintsOf(seen.resource).delete(seen.number);
          else fingerprintsOf(seen.resource).set(seen.number, text, seen);
          return [];
        },
        finish: () =>
          [...known].flatMap(([resource, fingerprints]) =>
            fingerprints.groups().flatMap((same) => {
              const last = same.findLast(({ judged }) => judged !== undefined)?.judged;
              if (!last) return [];
              const others = same
                .filter(({ number }) => number !== last.number)
                .map(({ number, judged }) => originText(judged ?? { resource, number }));
              return { ...warning(last, describe(listed(others), last)), records: same.length };
            }),
          ),
      };
    },
  };
}

/** How many duplicates are named. */
const MOST_NAMED = 5;

const listed = (names: string[]): string =>
  names.length <= MOST_NAMED
    ? names.join(', ')
    : `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more`;
