import { INT32_MAX } from '../fields/int32';

/** The identifier in a path: an integer within 32 bits as it is written, else none (decisions, 4.6); terms may begin at 0. */
export function numberIn(text: string | undefined): number | undefined {
  if (text === undefined || !/^(0|[1-9]\d{0,9})$/.test(text)) return undefined;
  const number = Number(text);
  return number <= INT32_MAX ? number : undefined;
}
