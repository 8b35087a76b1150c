/**
 * Whether a version is in a range: comparisons with `<`, `<=`, `>`, `>=`, `=`, all of which must hold, in alternatives
 * separated by `||`. A pre-release is lower than its release. Throws for an invalid version or range.
 */
export function isInRange(version, range) {
  return range.split('||').some((part) =>
    part
      .trim()
      .split(/\s+/)
      .every((comparison) => holds(version, comparison)),
  );
}

/** Negative, 0 or positive, as `a` is older than, the same as or newer than `b`. */
export function compareVersions(a, b) {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (const index of [0, 1, 2]) {
    if (left.numbers[index] !== right.numbers[index]) return left.numbers[index] - right.numbers[index];
  }
  return comparePre(left.pre, right.pre);
}

function holds(version, comparison) {
  const [, operator, bound] = /^(<=?|>=?|=)(\S+)$/.exec(comparison) ?? [];
  if (operator === undefined) throw new Error(`"${comparison}" is not a version comparison`);
  const order = compareVersions(version, bound);
  if (operator === '=') return order === 0;
  if (order === 0) return operator.endsWith('=');
  return operator.startsWith('<') ? order < 0 : order > 0;
}

function partsOf(version) {
  const [, core, pre = ''] = /^(\d+\.\d+\.\d+)(?:-([\w.-]+))?(?:\+.*)?$/.exec(version) ?? [];
  if (core === undefined) throw new Error(`"${version}" is not a version`);
  return { numbers: core.split('.').map(Number), pre: pre === '' ? [] : pre.split('.') };
}

/** Compares pre-releases by the rules of semantic versioning: none is newest, numbers come before texts. */
function comparePre(a, b) {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (right === undefined) return 1;
    if (left === right) continue;
    const areNumbers = [left, right].map((part) => /^\d+$/.test(part));
    if (areNumbers[0] && areNumbers[1]) return Number(left) - Number(right);
    if (areNumbers[0] !== areNumbers[1]) return areNumbers[0] ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return a.length - b.length;
}
