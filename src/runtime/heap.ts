import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow by so many percent of what is in use before garbage is collected. V8 by itself would let it pile up to
 * several times that.
 */
export const letHeapGrow = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);
