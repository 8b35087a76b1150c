/** A page that a visitor reached. */
export interface VisitedPage {
  url: URL;
  status: number;
  headers: Headers;
  text: string;
}

/** A simple browser: cookies and redirects. */
export interface Visitor {
  /** Opens an address and follows redirects until a page, or until a redirect leaves `sites`. */
  go(address: string | URL, options?: { form?: Record<string, string>; sites?: string[] }): Promise<VisitedPage>;
  /** Returns a site's cookies by name, with their attributes. */
  cookies(origin: string): Record<string, string>;
}

/** Returns a visitor without cookies. */
export function visitor(): Visitor {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (origin: string) => {
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };
  const ask = async (url: URL, form?: Record<string, string>) => {
    const jar = jarOf(url.origin);
    const cookie = [...jar.values()].map((stored) => stored.split(';')[0]).join('; ');
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie, accept: 'text/html' },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const header of answer.headers.getSetCookie()) {
      const name = header.slice(0, header.indexOf('='));
      if (/expires=Thu, 01 Jan 1970/i.test(header)) jar.delete(name);
      else jar.set(name, header);
    }
    return answer;
  };
  return {
    cookies: (origin) => Object.fromEntries(jarOf(origin)),
    async go(address, { form, sites } = {}) {
      let url = new URL(address);
      let sent = form;
      for (let step = 0; step < 20; step += 1) {
        const answer = await ask(url, sent);
        const text = await answer.text();
        const seen = { url, status: answer.status, headers: answer.headers, text };
        const location = answer.headers.get('location');
        if (!location || answer.status < 300 || answer.status > 399) return seen;
        const next = new URL(location, url);
        if (sites && !sites.includes(next.origin)) return { ...seen, url: next };
        url = next;
        sent = undefined;
      }
      throw new Error(`too many redirects: ${url}`);
    },
  };
}

/** Submits the provider's log-in form, which the visitor was redirected to. */
export async function fillIn(who: Visitor, seen: VisitedPage, login: string, sites: string[]): Promise<VisitedPage> {
  if (!seen.text.includes('name="login"')) throw new Error(`no log-in form: ${seen.status} ${seen.url} ${seen.text}`);
  return who.go(seen.url, { form: { prompt: 'login', login, password: 'any' }, sites });
}
