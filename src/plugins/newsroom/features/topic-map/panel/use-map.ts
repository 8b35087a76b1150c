import { useFetchClient } from '@strapi/admin/strapi-admin';
import { useCallback, useEffect, useState } from 'react';
import { TOPIC_MAP_PATH, type TopicMap } from '../shared/topic-map';
import { type Graph, graphOf } from './graph';

interface MapState {
  graph?: Graph;
  hasFailed: boolean;
  /** Reads the map again; the present one stays until the new one arrives. */
  reload(): Promise<void>;
}

/** Loads the map from the server. */
export function useMap(): MapState {
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
