import { FetchError, useNotification } from '@strapi/admin/strapi-admin';
import { useCallback, useState } from 'react';
import { UploadError } from './upload';
import { useText } from './use-text';

interface Details {
  code?: string;
  resources?: string[];
  name?: string;
  mega?: number;
  most?: number;
}

/** Runs actions of the editor, and notifies them in their language when the server refuses one. */
export function useAction() {
  const { toggleNotification } = useNotification();
  const { optionalText, t } = useText();
  const [isBusy, setIsBusy] = useState(false);

  const sentence = (error: unknown): string => {
    const details = detailsOf(error);
    const { code, resources = [], name = '', mega = 0, most = 0 } = details;
    const known = code && optionalText(`refused.${code}`, { resources: resources.join('、'), name, mega, most });
    return known || (error instanceof TypeError ? t('refused.unknown') : (error as Error).message);
  };

  /** Resolves to whether the action succeeded. */
  const perform = async (work: () => Promise<unknown>): Promise<boolean> => {
    setIsBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      toggleNotification({ type: 'danger', message: sentence(error) });
      return false;
    } finally {
      setIsBusy(false);
    }
  };

  return { perform, sentence: useCallback(sentence, []), isBusy };
}

function detailsOf(error: unknown): Details {
  if (error instanceof UploadError) return error.details as Details;
  if (!(error instanceof FetchError)) return {};
  const data = error.response?.data as { error?: { details?: Details } } | undefined;
  return data?.error?.details ?? {};
}
