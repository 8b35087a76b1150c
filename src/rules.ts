import { rulesOf } from './domain/rules';
import { meaningsOf } from './plugins/rostra/server/src/resource/meanings';
import { resources } from './resources';

/** The domain's rules, applied to the fields that the resources declare. */
export const rules = rulesOf(meaningsOf(resources));
