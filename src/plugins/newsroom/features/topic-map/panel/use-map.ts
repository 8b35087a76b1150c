import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useCallback, useEffect, useState } from 'react';
import { TOPIC_MAP_PATH, type TopicMap } from '../shared/topic-map';
import { type Graph, graphOf } from './graph';

interface Loaded {
  graph?: Graph;
  hasFailed: boolean;
  /** Reads the map again; what is shown stays until it is there. */
  reload(): Promise<void>;
}

/** The map as the server has it. */
export function useMap(): Loaded {
  const { get } = useFetchClient();
  const [graph, setGraph] = useState<Graph>();
  const [hasFailed, setHasFailed] = useState(false);
  const reload = useCallback(async () => {
    try {
      const { data } = await get<TopicMap>(TOPIC_MAP_PATH);
      setGraph(graphOf(data));
      setHasFailed(false);
    } catch {
      setHasFailed(true);
    }
  }, [get]);
  useEffect(() => void reload(), [reload]);
  return { graph, hasFailed, reload };
}
