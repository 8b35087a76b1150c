import { resourceByKind } from '../resource/registry';
import { toOne } from '../sql/scope';
import { referenceCell } from './cell';
import { attributeOf, defineField } from './field';
import { parseReference, publicIdOf } from './ref';

/**
 * A reference implied by a sibling: the topic (`attribute`) of an amendment direction (`via`). May be omitted; if sent, it
 * must agree (conventions 2.5). Never stored.
 */
export const implied = (via: string, kind: string, attribute: string) =>
  defineField({
    kind: 'implied',
    empty: null,
    isDerived: true,
    schema: { type: 'integer', minimum: 1 },
    parse: (value, context, siblings) => {
      if (value === 0 || value === '0') return null;
      const publicId = parseReference(value, context);
      if (publicId === undefined) return undefined;
      const implying = parseReference(siblings[via], { ...context, fault: () => undefined });
      if (implying !== undefined) {
        context.findings.claims.push({
          reference: { kind, publicId: implying, path: context.path },
          attribute,
          value: publicId,
          path: context.path,
        });
      }
      return publicId;
    },
    resolveNames: (value, names, context) => names.one(targetKind(kind, attribute), value, context),
    cell: referenceCell,
    read: (scope) => toOne(scope, via.replace(/_id$/, ''), (implying) => toOne(implying, attribute, publicIdOf)),
    write: () => undefined,
    implies: () => ({ [kind]: [attribute] }),
  });

/** The kind that an attribute of another kind refers to. */
function targetKind(kind: string, attribute: string): string {
  for (const [name, field] of Object.entries(resourceByKind(kind).fields)) {
    const [refers] = attributeOf(name, field) === attribute ? (field.referencePaths?.(attribute, name) ?? []) : [];
    if (refers) return refers.kind;
  }
  throw new Error(`${kind} refers to nothing by "${attribute}"`);
}
