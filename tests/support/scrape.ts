/** One value of a metric. */
export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Reads the metrics of a service. */
export async function scrape(url: string): Promise<Sample[]> {
  const answer = await fetch(`${url}/metrics`);
  expect(answer.status).toBe(200);
  return samplesIn(await answer.text());
}

/** Parses the text format of metrics. */
export const samplesIn = (text: string): Sample[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text]);
      return { name, labels: Object.fromEntries(pairs), value: Number(value) };
    });

/** Sums a metric's values with these labels. */
export const totalOf = (samples: Sample[], name: string, labels: Record<string, string> = {}): number =>
  samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);

/** Returns how much a metric of a service grows while `work` runs. */
export async function growthOf(
  url: string,
  name: string,
  labels: Record<string, string>,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = totalOf(await scrape(url), name, labels);
  await work();
  return totalOf(await scrape(url), name, labels) - before;
}
