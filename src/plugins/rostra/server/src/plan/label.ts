import path from 'node:path';

/** What people know an import by: its file, or the folder of its files. */
export function labelOf(sources: string[]): string {
  const [first = '', ...others] = sources;
  if (others.length === 0) return first;
  const folders = new Set(sources.map((source) => path.dirname(source)));
  if (folders.size === 1 && path.dirname(first) === '.') return `${first}, … (${sources.length} files)`;
  return folders.size === 1 ? `${path.dirname(first)} (${sources.length} files)` : sources.join(', ');
}
