import type { Feature } from '../../../panel/feature';
import texts from '../texts';

/** Words for what is wrong or odd in records, by its code. */
const findings: Feature = { texts };

export default findings;
