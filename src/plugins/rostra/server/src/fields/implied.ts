import { resource } from '../resource/registry';
import { toOne } from '../sql/scope';
import { referenceCell } from './cell';
import { attributeOf, field } from './field';
import { numberOf, parseReference } from './ref';

/**
 * A reference that follows from another one beside it: the topic (`attribute`) of an amendment direction (`via`).
 * It may be left out; when given it must agree (decisions, 2.5). It is never stored.
 */
export const implied = (via: string, kind: string, attribute: string) =>
  field({
    kind: 'implied',
    empty: null,
    isDerived: true,
    schema: { type: 'integer', minimum: 1 },
    parse: (value, at, siblings) => {
      if (value === 0 || value === '0') return null;
      const number = parseReference(value, at);
      if (number === undefined) return undefined;
      const implying = parseReference(siblings[via], { ...at, fault: () => undefined });
      if (implying !== undefined) {
        at.findings.claims.push({
          reference: { kind, number: implying, path: at.path },
          attribute,
          value: number,
          path: at.path,
        });
      }
      return number;
    },
    withNames: (value, names, at) => names.one(kindBehind(kind, attribute), value, at),
    cell: referenceCell,
    read: (scope) => toOne(scope, via.replace(/_id$/, ''), (implying) => toOne(implying, attribute, numberOf)),
    write: () => undefined,
    implies: () => ({ [kind]: [attribute] }),
  });

/** The kind that the attribute of another kind refers to. */
function kindBehind(kind: string, attribute: string): string {
  for (const [name, of] of Object.entries(resource(kind).fields)) {
    const [refers] = attributeOf(name, of) === attribute ? (of.refers?.(attribute, name) ?? []) : [];
    if (refers) return refers.kind;
  }
  throw new Error(`${kind} refers to nothing by "${attribute}"`);
}
