/**
 * Puts the service of this Jest worker into the environment of a test file. Throws with the log of a service that did not
 * start.
 */
export async function connectToPool(address = ''): Promise<void> {
  const answer = await fetch(`${address}/${process.env.JEST_WORKER_ID ?? '1'}`);
  if (!answer.ok) throw new Error(await answer.text());
  Object.assign(process.env, await answer.json());
}
