import type { Feature } from '../../../panel/feature';
import texts from '../texts';

/** What the room says in the place of a part that failed. */
const boundary: Feature = { texts };

export default boundary;
