import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useEffect, useState } from 'react';
import type { Found } from '../shared/found';

/** How long nothing must be typed before a search is sent, in milliseconds. */
const PAUSE_MS = 80;

/** The answer to the latest search that has one. */
export interface Results extends Found {
  text: string;
  isFailed: boolean;
}

const none = (text: string): Results => ({ text, records: [], more: [], isFailed: false });

/** Searches for a text when it changes. An answer to an earlier text is not waited for any more, and never shown after it. */
export function useResults(text: string): Results {
  const { get } = useFetchClient();
  const [results, setResults] = useState<Results>(() => none(text));
  useEffect(() => {
    if (text === '') return setResults(none(text));
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      get<Found>('/newsroom/search', { params: { q: text }, signal }).then(
        ({ data }) => !signal.aborted && setResults({ text, ...data, isFailed: false }),
        () => !signal.aborted && setResults({ ...none(text), isFailed: true }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [get, text]);
  return results;
}
