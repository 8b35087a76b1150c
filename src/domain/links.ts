import { type Meanings, type RecordCheck, topLevelFields, valuesAt } from './record-check';
import { warning } from './warning';

/** Checks that links are URLs that a browser can follow. */
export const links = ({ link }: Meanings): RecordCheck => ({
  judged: topLevelFields(link),
  open: () => ({
    judge: (seen) =>
      valuesAt(seen.record, link[seen.resource]).flatMap(({ name, place, value }) => {
        const fault = typeof value === 'string' && value !== '' ? faultOfLink(value) : undefined;
        if (fault === undefined) return [];
        return warning(seen, {
          code: 'LINK_NO_URL',
          path: `${place}${name}`,
          fact: `${JSON.stringify(shortened(String(value)))} ${fault}`,
          advice: 'write the complete address, starting with https:// or http://',
        });
      }),
  }),
});

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Returns why a text is not a link that a reader can follow; undefined if it is one. */
export function faultOfLink(link: string): string | undefined {
  if (/\s/.test(link.trim())) return 'contains white space';
  const url = parsed(link);
  if (!url) return /^[\w-]+(\.[\w-]+)+(\/|$)/.test(link) ? 'lacks https:// at its beginning' : 'is not a URL';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `begins with ${url.protocol}, not with https:`;
  return undefined;
}

const parsed = (link: string): URL | null => (URL.canParse(link) ? new URL(link) : null);
