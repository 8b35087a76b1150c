import { setFlagsFromString } from 'node:v8';

/**
 * Starts garbage collection once the heap has grown by this percentage of what is in use. V8's default lets it grow
 * several times as large.
 */
export const setHeapGrowth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);
