/** How many files are read at a time. */
const WORKERS = 4;

/** Looks at several files at a time; returns what is wrong with them, in their order. */
export const eachFault = async <T>(files: T[], faultOf: (file: T) => Promise<string | undefined>): Promise<string[]> =>
  (await allFaults(files, faultOf)).filter((fault) => fault !== undefined);

/** Looks at several files at a time; returns what is wrong with each, in their order. */
export async function allFaults<T>(
  files: T[],
  faultOf: (file: T) => Promise<string | undefined>,
): Promise<(string | undefined)[]> {
  const faults = files.map((): string | undefined => undefined);
  const rest = files.entries();
  const work = async () => {
    for (const [index, file] of rest) faults[index] = await faultOf(file);
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return faults;
}
