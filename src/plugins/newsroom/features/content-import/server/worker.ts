import { type ChildProcess, fork } from 'node:child_process';
import type { Progress } from '../shared/content-import';
import type { Result, Task, WorkerMessage } from './messages';

/** How long the process is kept when there is nothing to do, in ms: starting it takes seconds. */
const IDLE_MS = 5 * 60_000;

interface Waiting {
  task: Task;
  progress(progress: Progress): void;
  done(result: Result): void;
  lost(error: Error): void;
}

/** The work has been ended from outside: it may have been done, else it can be tried again. */
export class CutOff extends Error {}

/**
 * Does tasks in a process of its own, one after the other, so that neither a workbook of some megabytes nor the memory for
 * a whole parliament burdens the service. It is started when it is first needed, and ends with the service. `node` is what
 * runs the program.
 */
export function openWorker(program: string, node = process.execPath) {
  const queue: Waiting[] = [];
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isSent = false;

  const finish = (settle: (current: Waiting) => void) => {
    const current = queue.shift();
    isSent = false;
    if (current) settle(current);
    next();
  };

  const hear = (message: WorkerMessage) => {
    const [current] = queue;
    if (current?.task.job !== message.job) return;
    if ('progress' in message) current.progress(message.progress);
    else if ('result' in message) finish(({ done }) => done(message.result));
    else finish(({ lost }) => lost(message.isCutOff ? new CutOff(message.error) : new Error(message.error)));
  };

  const gone = (ended: ChildProcess | undefined, error: Error) => {
    if (child !== ended) return;
    child = undefined;
    if (isSent) finish(({ lost }) => lost(error));
    else next();
  };

  const start = (): ChildProcess => {
    const started = fork(program, [], {
      execPath: node,
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    started.on('message', (message) => hear(message as WorkerMessage));
    started.on('error', ({ message }) =>
      gone(started, new Error(`the process that imports could not be started: ${message}`)),
    );
    started.once('exit', (code, signal) => {
      const how = `the process that imports has ended (${signal ?? `exit code ${code}`})`;
      // The database may have what it was at: it ends by itself when that falls silent.
      gone(started, new CutOff(how));
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
      const asked = child;
      asked.send(current.task, (error) => error && gone(asked, error));
    } catch (error) {
      // Where there are too many processes or open files, Node says so at once.
      gone(child, error as Error);
    }
  };

  const stop = () => {
    const stopped = child;
    child = undefined;
    isSent = false;
    stopped?.kill('SIGTERM');
  };

  return {
    /** Gets the process ready, for there will soon be something to do. */
    warm: () => {
      try {
        child ??= start();
      } catch {
        // The task will be told so.
      }
      next();
    },

    /** Does a task once those before it are done. Errors: CutOff; any other one when the process comes to grief. */
    run: (task: Task, progress: (progress: Progress) => void): Promise<Result> =>
      new Promise((done, lost) => {
        queue.push({ task, progress, done, lost });
        if (queue.length > 1) progress({ step: 'waiting', name: '', records: 0, part: 0 });
        else progress({ step: 'starting', name: '', records: 0, part: 0 });
        next();
      }),

    /** Gives a task up; its process goes with it. */
    abandon: (job: string) => {
      const at = queue.findIndex(({ task }) => task.job === job);
      if (at < 0) return;
      if (at === 0 && isSent) stop();
      const [dropped] = queue.splice(at, 1);
      dropped?.lost(new CutOff('given up'));
      next();
    },

    stop: () => {
      clearTimeout(idle);
      for (const { lost } of queue.splice(0)) lost(new CutOff('the service is stopping'));
      stop();
    },
  };
}

export type Worker = ReturnType<typeof openWorker>;
