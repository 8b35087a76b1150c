import { setFlagsFromString } from 'node:v8';
import { flushCompiledCode } from './module-cache';

/**
 * Starts garbage collection once the heap has grown by this percentage of what is in use. V8's default lets it grow
 * several times as large.
 */
export function setHeapGrowth(percent: number): void {
  flushCompiledCode();
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}
