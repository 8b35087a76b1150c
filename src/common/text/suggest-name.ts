/** How many letters of a name may be wrong. */
const MOST_WRONG = 2;

/** The name that another one was probably meant to be: the same but for capitals and signs, or for a letter or two. */
export function suggestName(given: string, names: string[]): string | undefined {
  const bare = bareOf(given);
  const rated = names
    .map((name) => ({ name, wrong: wrongLetters(bare, bareOf(name)) }))
    .sort((a, b) => a.wrong - b.wrong);
  const [best] = rated;
  return best && best.wrong <= MOST_WRONG && best.wrong <= best.name.length / 2 ? best.name : undefined;
}

const bareOf = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, '');

/** How many letters must be put in, left out or changed (Levenshtein's distance). */
function wrongLetters(a: string, b: string): number {
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
