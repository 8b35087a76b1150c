/** Gives turns: of works of one name, each begins when the one before it has ended, however it has ended. */
export function openTurns() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const mine = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, mine);
    const forget = () => {
      if (last.get(name) === mine) last.delete(name);
    };
    mine.then(forget, forget);
    return mine;
  };
}
