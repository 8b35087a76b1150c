import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Placement } from './placement';

/** How much of the end of the server's log is read, in bytes. */
const TAIL = 8192;

const READY = /database system is ready to accept connections/;

const SIGNALS: Record<string, string> = {
  smart: 'it was asked to stop (SIGTERM)',
  fast: 'it was asked to stop immediately (SIGINT)',
  immediate: 'it was asked to stop without a clean shutdown (SIGQUIT)',
};

/**
 * Describes why the server ended, from the end of its log; or why it does not start, from `failure`, the message of
 * the error.
 */
export function causeOfEnd({ logFile }: Pick<Placement, 'logFile'>, failure?: string): string {
  const text = failure ?? tailOf(logFile);
  // In a running server, FATAL ends one connection only.
  const grave = failure === undefined ? /PANIC: {1,2}(.*)/ : /(?:PANIC|FATAL): {1,2}(.*)/;
  const lines = text.split('\n');
  const latest = lines.slice(lines.findLastIndex((line) => READY.test(line)) + 1);
  for (const line of latest) {
    const request = /received (smart|fast|immediate) shutdown request/.exec(line)?.[1];
    if (request) return SIGNALS[request] ?? request;
    const sentence = grave.exec(line)?.[1];
    if (sentence) return isOfFullDisk(sentence) ? 'the disk is full' : sentence;
  }
  const sentence =
    text === '' || text.includes('LOG:') ? 'its process was killed' : (lines.findLast((line) => line !== '') ?? text);
  return `${sentence.replace(/[.:]$/, '')} (its log is ${logFile})`;
}

const isOfFullDisk = (text: string): boolean => /No space left on device|ENOSPC/.test(text);

function tailOf(file: string): string {
  if (!existsSync(file)) return '';
  const opened = openSync(file, 'r');
  try {
    const { size } = fstatSync(opened);
    const tail = Buffer.alloc(Math.min(TAIL, size));
    readSync(opened, tail, 0, tail.length, size - tail.length);
    return tail.toString();
  } finally {
    closeSync(opened);
  }
}
