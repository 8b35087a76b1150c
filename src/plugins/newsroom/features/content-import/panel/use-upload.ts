import { useAuth, useFetchClient } from '@strapi/admin/strapi-admin';
import { useRef, useState } from 'react';
import { useUnloadQuestion } from '../../../panel/leave-question';
import type { ImportOptions, Job } from '../shared/content-import';
import type { ImportSettings } from './import-settings';
import type { PendingFile } from './pending-file';
import { upload } from './upload';
import { useAction } from './use-action';

interface Options {
  options: ImportOptions;
  /** Called with the job's id once it is created. */
  onStart(id: string): void;
  /** Called when the upload ends, successfully or not. */
  onEnd(): void;
}

/** Uploads files and requests a plan for them. */
export function useUpload({ options, onStart, onEnd }: Options) {
  const { perform, isBusy } = useAction();
  const { post, get, del } = useFetchClient();
  const current = useAuth('Import', (state) => state.token);
  const token = useRef(current);
  token.current = current;
  const [sent, setSent] = useState(0);
  const abort = useRef<AbortController>();
  // Leaving would interrupt the upload.
  useUnloadQuestion(isBusy);

  /** Resolves to whether the plan was requested. */
  const send = async (pending: PendingFile[], settings: ImportSettings): Promise<boolean> => {
    let isDone = false;
    await perform(async () => {
      abort.current = new AbortController();
      const { signal } = abort.current;
      setSent(0);
      const files = pending.map(({ file, resource }) => ({ name: file.name, resource, size: file.size }));
      const { data: job } = await post<Job>('/newsroom/imports', { files, ...settings });
      onStart(job.id);
      try {
        await upload({
          job,
          files: pending.map(({ file }) => file),
          chunkBytes: options.limits.chunkBytes,
          token: () => token.current,
          refresh: () => get('/newsroom/imports/options'),
          progress: setSent,
          signal,
        });
        await post(`/newsroom/imports/${job.id}/plan`);
        isDone = true;
      } catch (error) {
        await del(`/newsroom/imports/${job.id}`).catch(() => undefined);
        if (!signal.aborted) throw error;
      } finally {
        onEnd();
      }
    });
    return isDone;
  };

  return { send, isSending: isBusy, sent, stop: () => abort.current?.abort() };
}
