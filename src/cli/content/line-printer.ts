/** How often a progress line is printed, in milliseconds. */
export const LINE_INTERVAL = 5_000;

/** Returns a function that prints lines, at most one every few seconds. */
export function linePrinter(stream: NodeJS.WriteStream): (line: string) => void {
  let last = Date.now();
  return (line) => {
    if (Date.now() - last < LINE_INTERVAL) return;
    last = Date.now();
    stream.write(`${line}\n`);
  };
}
