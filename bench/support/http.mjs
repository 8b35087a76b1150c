/** Sends a JSON body and returns the JSON answer. Throws if the status is not 2xx. */
export async function sendJson(method, url, body, headers = {}) {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

export const bearer = (token) => ({ authorization: `Bearer ${token}` });
