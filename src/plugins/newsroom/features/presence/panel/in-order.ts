/** What is on its way, by record. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * Sends what a tab says of a record after what it has said of it before is answered, at once where nothing is on its way: that it is closed must
 * not arrive before that it is open, nor after somebody has come back to it.
 * @param isWanted asked before it is sent, and before its answer is taken
 * @returns undefined if it is not wanted any more
 */
export function inOrder<T>(
  record: string,
  send: () => Promise<T>,
  isWanted: () => boolean = () => true,
): Promise<T | undefined> {
  const work = async (): Promise<T | undefined> => {
    if (!isWanted()) return undefined;
    const answer = await send();
    return isWanted() ? answer : undefined;
  };
  const before = underWay.get(record);
  const sent = before ? before.then(work) : work();
  const done = sent
    .catch(() => undefined)
    .then(() => {
      if (underWay.get(record) === done) underWay.delete(record);
    });
  underWay.set(record, done);
  return sent;
}

/**
 * Lets something be sent again and again in order. As long as it waits it is not sent once more: what it says is read when it is sent.
 * @returns sends it; undefined if it waits already, or is not wanted any more
 */
export function repeatInOrder<T>(
  record: string,
  send: () => Promise<T>,
  isWanted: () => boolean,
): () => Promise<T | undefined> {
  let isWaiting = false;
  return async () => {
    if (isWaiting) return undefined;
    isWaiting = true;
    return inOrder(
      record,
      () => {
        isWaiting = false;
        return send();
      },
      isWanted,
    );
  };
}
