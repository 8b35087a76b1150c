import { faultOfLink } from './link';
import { type Meanings, type Part, topOf, valuesAt } from './part';
import { warning } from './warning';

/** A link is a URL that a browser can follow. */
export const links = ({ link }: Meanings): Part => ({
  judged: topOf(link),
  open: () => ({
    judge: (seen) =>
      valuesAt(seen.record, link[seen.resource]).flatMap(({ name, place, value }) => {
        const fault = typeof value === 'string' && value !== '' ? faultOfLink(value) : undefined;
        if (fault === undefined) return [];
        return warning(seen, {
          code: 'LINK_NO_URL',
          path: `${place}${name}`,
          fact: `${JSON.stringify(shortened(String(value)))} ${fault}`,
          advice: 'write the whole address, beginning with https:// or http://',
        });
      }),
  }),
});

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
