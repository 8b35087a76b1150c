import { useAuth, useFetchClient } from '@strapi/admin/strapi-admin';
import { useEffect, useRef, useState } from 'react';
import type { ImportOptions, Job } from '../shared/content-import';
import type { Chosen } from './chosen-file';
import { upload } from './upload';
import { useAction } from './use-action';

interface Options {
  options: ImportOptions;
  /** Called when the job has been made, and when its plan is being made. */
  onBegun(id: string): void;
  onSent(): void;
}

/** Sends files to the server and has a plan made of them. */
export function useUpload({ options, onBegun, onSent }: Options) {
  const { perform, isDoing } = useAction();
  const { post, get, del } = useFetchClient();
  const current = useAuth('Import', (state) => state.token);
  const token = useRef(current);
  token.current = current;
  const [sent, setSent] = useState(0);
  const abort = useRef<AbortController>();
  useLeaveWarning(isDoing);

  /** Answers whether all of it arrived. */
  const send = async (chosen: Chosen[], how: { match: string[]; strict: boolean }): Promise<boolean> => {
    let isDone = false;
    await perform(async () => {
      abort.current = new AbortController();
      const { signal } = abort.current;
      setSent(0);
      const files = chosen.map(({ file, resource }) => ({ name: file.name, resource, size: file.size }));
      const { data: job } = await post<Job>('/newsroom/imports', { files, ...how });
      onBegun(job.id);
      try {
        await upload({
          job,
          files: chosen.map(({ file }) => file),
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
        onSent();
      }
    });
    return isDone;
  };

  return { send, isSending: isDoing, sent, stop: () => abort.current?.abort() };
}

/** Leaving the page would cut the upload off. */
function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isOn]);
}
