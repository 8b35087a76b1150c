import { AnsweredError, type Referrer } from '../errors/errors';
import { input } from '../fields/input';
import { canonical } from '../operations/record';
import { resource } from '../resource/registry';
import type { Run } from '../store/database';
import { lock, readStored } from '../store/read';
import { documents } from '../store/strapi';
import { type ImportState, note } from './state';

/**
 * Last step, when everything else is written: deletes the children that their parents no longer name, unless another
 * parent has them now. One that is still in use is a fault of the record that left it out.
 */
export async function removeChildren(state: ImportState, run: Run): Promise<void> {
  for (const { batch, each, name, kind, number, parent } of state.leftOut) {
    const child = resource(kind);
    const locked = await lock(child, { number }, run);
    const stored = locked && (await readStored(child, number, run));
    if (!locked || stored === undefined) continue;
    const { children } = batch.source.of.fields[name] ?? {};
    if (!children || canonical(child, stored).record[children.parent] !== parent) continue;
    try {
      await documents(child.uid).delete({ documentId: locked.documentId });
    } catch (error) {
      if (!(error instanceof AnsweredError)) throw error;
      const { findings, fault } = input(name);
      fault('INVALID_VALUE', `${number} is in use and cannot be left out: ${namesOf(error.details.references ?? [])}`);
      note(state, batch, each, findings);
    }
  }
}

const namesOf = (references: Referrer[]): string =>
  references.map(({ resource: name, id, field }) => `${name} ${id} (${field})`).join(', ');
