import { panels } from '../../../../../panels';
import { findResourceByUid } from '../../../../rostra/server/src/resource/registry';
import { type Ability, may } from '../../../server/permissions';
import { mayReadTitle } from '../../../server/titles';
import type { SearchedKind } from './finder';

/** The content types whose titles somebody may read; none with addresses of people. */
export function readableKinds(ability: Ability): SearchedKind[] {
  return panels.flatMap((panel) => {
    const resource = findResourceByUid(panel.uid);
    if (!resource || panel.isPersonal || !mayReadTitle(ability, panel.uid)) return [];
    return { panel, resource, hasNumbers: may(ability, 'read', panel.uid, resource.key.attribute) };
  });
}
