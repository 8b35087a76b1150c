/** Returns a queue that runs tasks of the same key one at a time, even after one has failed. */
export function openKeyedQueue() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const current = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, current);
    const release = () => {
      if (last.get(key) === current) last.delete(key);
    };
    current.then(release, release);
    return current;
  };
}
