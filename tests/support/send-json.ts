/** Sends a body as JSON. */
export const sendJson = (
  url: string,
  body: unknown,
  { method = 'POST', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Response> =>
  fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Returns a function that asks a service, with a token or without one, and parses its answers. */
export const askerOf =
  (service: () => { url: string }) =>
  async (
    method: string,
    path: string,
    { body, token }: { body?: unknown; token?: string } = {},
    // biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests check
  ): Promise<{ status: number; body: any }> => {
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    const answer = await sendJson(`${service().url}${path}`, body, { method, headers });
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : undefined };
  };
