/** The maximum number of wrong letters. */
const MAX_ERRORS = 2;

/** The name that an unknown one probably stands for: it differs in case and separators, and in at most two letters. */
export function suggestName(unknown: string, names: string[]): string | undefined {
  const bare = bareOf(unknown);
  const rated = names
    .map((name) => ({ name, errors: editDistance(bare, bareOf(name)) }))
    .sort((a, b) => a.errors - b.errors);
  const [best] = rated;
  return best && best.errors <= MAX_ERRORS && best.errors <= best.name.length / 2 ? best.name : undefined;
}

const bareOf = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/** The number of letters to insert, delete or replace (Levenshtein distance). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= b.length; at += 1) {
      const changed = (row[at - 1] ?? 0) + (letter === b[at - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
