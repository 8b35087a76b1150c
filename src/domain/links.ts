import type { Seen } from '../common/findings';
import { type Json, rowsIn } from '../common/json';
import { faultOfLink } from './link';
import type { Part } from './part';
import { warning } from './warning';

/** The fields that hold links; `related_links.url` is a field of nested rows. */
const LINKS = {
  rs_bills: ['data_source_link', 'progress_source_link'],
  rs_votes: ['community_link', 'source_link'],
  timeline_events: ['link'],
  topic_overviews: ['related_links.url'],
};

/** A link is a URL that a browser can follow. */
export const links: Part = {
  judged: Object.fromEntries(
    Object.entries(LINKS).map(([resource, fields]) => [resource, fields.map((field) => field.split('.')[0] ?? field)]),
  ),
  open: () => ({
    judge: (seen) =>
      linksIn(seen).flatMap(({ path, link }) => {
        const fault = faultOfLink(link);
        if (fault === undefined) return [];
        return warning(seen, {
          code: 'LINK_NO_URL',
          path,
          fact: `${JSON.stringify(shortened(link))} ${fault}`,
          advice: 'write the whole address, beginning with https:// or http://',
        });
      }),
  }),
};

function linksIn({ resource, record }: Seen): { path: string; link: string }[] {
  const fields = LINKS[resource as keyof typeof LINKS] ?? [];
  return fields.flatMap((field) => {
    const [name = field, nested] = field.split('.');
    if (nested === undefined) return given(name, record[name]);
    return rowsIn(record, name).flatMap((row, index) => given(`${name}[${index}].${nested}`, row[nested]));
  });
}

const given = (path: string, link: Json | undefined): { path: string; link: string }[] =>
  typeof link === 'string' && link !== '' ? [{ path, link }] : [];

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
