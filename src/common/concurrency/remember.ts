/** Makes one run of `work` serve all who ask while it lasts, and for some milliseconds after it. `work` never fails. */
export function remember<T>(work: () => Promise<T>, milliseconds: number): () => Promise<T> {
  let latest: Promise<T> | undefined;
  const forget = () => {
    latest = undefined;
  };
  return () => {
    latest ??= work().finally(() => setTimeout(forget, milliseconds).unref());
    return latest;
  };
}
