/** Returns why a text is not a link that a reader can follow; undefined if it is one. */
export function faultOfLink(link: string): string | undefined {
  if (/\s/.test(link.trim())) return 'contains white space';
  const url = parsed(link);
  if (!url) return /^[\w-]+(\.[\w-]+)+(\/|$)/.test(link) ? 'lacks https:// at its beginning' : 'is not a URL';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return `begins with ${url.protocol}, not with https:`;
  return undefined;
}

const parsed = (link: string): URL | null => (URL.canParse(link) ? new URL(link) : null);
