import type { Fields, Opened } from '../common/findings';
import type { House } from './house';

/** A rule: which fields it reads of the records it judges, and of those it compares them with. */
export interface Part {
  judged: Fields;
  compared?: Fields;
  open(house: House): Partial<Omit<Opened, 'see'>>;
}
