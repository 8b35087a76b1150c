/** Lets all calls share one run of `work`, while it lasts and for some milliseconds after it. `work` must not fail. */
export function memoizeFor<T>(work: () => Promise<T>, milliseconds: number): () => Promise<T> {
  let latest: Promise<T> | undefined;
  const forget = () => {
    latest = undefined;
  };
  return () => {
    latest ??= work().finally(() => setTimeout(forget, milliseconds).unref());
    return latest;
  };
}
