import { type ChildProcess, fork } from 'node:child_process';
import type { JobProgress } from '../shared/content-import';
import type { WorkerMessage, WorkerResult, WorkerTask } from './messages';

/** How long an idle process is kept, in ms: starting one takes seconds. */
const IDLE_MS = 5 * 60_000;

interface QueuedTask {
  task: WorkerTask;
  progress(progress: JobProgress): void;
  resolve(result: WorkerResult): void;
  reject(error: Error): void;
}

/** The task was ended from outside. It may have been done; if not, it can be tried again. */
export class InterruptedError extends Error {}

/**
 * Runs tasks one at a time in a separate process, so that large workbooks and plans use neither the CPU nor the memory of the
 * service. The process starts with the first task and ends with the service. `node` is the executable that runs `program`.
 */
export function openWorker(program: string, node = process.execPath) {
  const queue: QueuedTask[] = [];
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isSent = false;

  const finish = (settle: (current: QueuedTask) => void) => {
    const current = queue.shift();
    isSent = false;
    if (current) settle(current);
    next();
  };

  const handleMessage = (message: WorkerMessage) => {
    const [current] = queue;
    if (current?.task.job !== message.job) return;
    if ('progress' in message) current.progress(message.progress);
    else if ('result' in message) finish(({ resolve }) => resolve(message.result));
    else
      finish(({ reject }) =>
        reject(message.isInterrupted ? new InterruptedError(message.error) : new Error(message.error)),
      );
  };

  const handleExit = (ended: ChildProcess | undefined, error: Error) => {
    if (child !== ended) return;
    child = undefined;
    if (isSent) finish(({ reject }) => reject(error));
    else next();
  };

  const start = (): ChildProcess => {
    const started = fork(program, [], {
      execPath: node,
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    started.on('message', (message) => handleMessage(message as WorkerMessage));
    started.on('error', ({ message }) =>
      handleExit(started, new Error(`the import process could not be started: ${message}`)),
    );
    started.once('exit', (code, signal) => {
      const reason = `the import process ended (${signal ?? `exit code ${code}`})`;
      // Interrupted, not failed: the database may have committed what it was doing.
      handleExit(started, new InterruptedError(reason));
    });
    return started;
  };

  const next = () => {
    clearTimeout(idle);
    const [current] = queue;
    if (!current) {
      idle = setTimeout(stop, IDLE_MS).unref();
      return;
    }
    if (isSent) return;
    isSent = true;
    try {
      child ??= start();
      const target = child;
      target.send(current.task, (error) => error && handleExit(target, error));
    } catch (error) {
      // With too many processes or open files, fork() throws.
      handleExit(child, error as Error);
    }
  };

  const stop = () => {
    const stopped = child;
    child = undefined;
    isSent = false;
    stopped?.kill('SIGTERM');
  };

  return {
    /** Starts the process ahead of the first task. */
    warm: () => {
      try {
        child ??= start();
      } catch {
        // The task will report it.
      }
      next();
    },

    /** Queues a task. Errors: InterruptedError; any other error when the task fails unexpectedly. */
    run: (task: WorkerTask, progress: (progress: JobProgress) => void): Promise<WorkerResult> =>
      new Promise((resolve, reject) => {
        queue.push({ task, progress, resolve, reject });
        if (queue.length > 1) progress({ step: 'waiting', name: '', records: 0, part: 0 });
        else progress({ step: 'starting', name: '', records: 0, part: 0 });
        next();
      }),

    /** Whether a task runs or waits. */
    isBusy: (): boolean => queue.length > 0,

    /** Abandons a task, and ends the process if it is working on it. */
    abandon: (job: string) => {
      const at = queue.findIndex(({ task }) => task.job === job);
      if (at < 0) return;
      if (at === 0 && isSent) stop();
      const [dropped] = queue.splice(at, 1);
      dropped?.reject(new InterruptedError('abandoned'));
      next();
    },

    stop: () => {
      clearTimeout(idle);
      for (const { reject } of queue.splice(0)) reject(new InterruptedError('the service is stopping'));
      stop();
    },
  };
}

export type Worker = ReturnType<typeof openWorker>;
