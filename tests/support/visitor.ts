/** An answer that a visitor has come to, and where. */
export interface Seen {
  url: URL;
  status: number;
  headers: Headers;
  text: string;
}

/** Somebody with a browser, as far as cookies and redirects go. */
export interface Visitor {
  /** Goes to an address, and on as it is sent on, until it comes to a page, or would leave for another site than these. */
  go(address: string | URL, options?: { form?: Record<string, string>; sites?: string[] }): Promise<Seen>;
  /** The cookies that a site has set, by their names, with their attributes. */
  cookies(origin: string): Record<string, string>;
}

/** A visitor whom nobody knows yet. */
export function visitor(): Visitor {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (origin: string) => {
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };
  const ask = async (url: URL, form?: Record<string, string>) => {
    const jar = jarOf(url.origin);
    const cookie = [...jar.values()].map((kept) => kept.split(';')[0]).join('; ');
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie, accept: 'text/html' },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const given of answer.headers.getSetCookie()) {
      const name = given.slice(0, given.indexOf('='));
      if (/expires=Thu, 01 Jan 1970/i.test(given)) jar.delete(name);
      else jar.set(name, given);
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
      throw new Error(`sent on for ever: ${url}`);
    },
  };
}

/** Fills in the log-in form of the provider that the visitor has been sent to. */
export async function fillIn(who: Visitor, seen: Seen, login: string, sites: string[]): Promise<Seen> {
  if (!seen.text.includes('name="login"')) throw new Error(`no log-in form: ${seen.status} ${seen.url} ${seen.text}`);
  return who.go(seen.url, { form: { prompt: 'login', login, password: 'any' }, sites });
}
