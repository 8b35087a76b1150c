/** Shares each run of `work` with all calls until some milliseconds after its end. `work` must not fail. */
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
