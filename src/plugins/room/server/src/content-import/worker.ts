import { type ChildProcess, fork } from 'node:child_process';
import type { Progress } from '../../../shared/content-import';
import type { Result, Task, Told } from './messages';

/** How long the process is kept when there is nothing to do, in ms: starting it takes seconds. */
const IDLE_MS = 5 * 60_000;

interface Waiting {
  task: Task;
  progress(progress: Progress): void;
  done(result: Result): void;
  lost(error: Error): void;
}

/**
 * Does tasks in a process of its own, one after the other, so that neither a workbook of some megabytes nor the memory for
 * a whole parliament burdens the service. It is started when it is first needed, and ends with the service.
 */
export function openWorker(program: string) {
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

  const hear = (told: Told) => {
    const [current] = queue;
    if (current?.task.job !== told.job) return;
    if ('progress' in told) current.progress(told.progress);
    else if ('result' in told) finish(({ done }) => done(told.result));
    else finish(({ lost }) => lost(new Error(told.error)));
  };

  const start = (): ChildProcess => {
    const started = fork(program, [], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    started.on('message', (told) => hear(told as Told));
    started.once('error', () => undefined);
    started.once('exit', (code, signal) => {
      if (child !== started) return;
      child = undefined;
      if (isSent) finish(({ lost }) => lost(new Error(`the process that imports has ended (${signal ?? code})`)));
      else next();
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
    child ??= start();
    isSent = true;
    child.send(current.task, (error) => {
      if (error && queue[0] === current) finish(({ lost }) => lost(error));
    });
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
      child ??= start();
      next();
    },

    /** Does a task once those before it are done. Errors: when the process ends before. */
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
      const [gone] = queue.splice(at, 1);
      gone?.lost(new Error('given up'));
      next();
    },

    stop: () => {
      clearTimeout(idle);
      for (const { lost } of queue.splice(0)) lost(new Error('the service is stopping'));
      stop();
    },
  };
}

export type Worker = ReturnType<typeof openWorker>;
