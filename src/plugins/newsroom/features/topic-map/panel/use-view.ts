import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { NodeKind } from '../shared/topic-map';
import type { Selection } from './drawing/drawing';
import { type Graph, visibleIn } from './graph';

/** Holds the selection and the visible part of the map. The selection is in the page's URL, so that links can name it. */
export function useView(graph: Graph | undefined) {
  const [parameters, setParameters] = useSearchParams();
  const [hidden, setHidden] = useState<ReadonlySet<NodeKind>>(new Set());
  const [focus, setFocus] = useState<{ key: string; steps: number } | null>(null);
  const [node, relation] = [parameters.get('node'), parameters.get('relation')];
  const selection = useMemo<Selection>(() => {
    if (relation) return { relation };
    return node ? { node } : null;
  }, [node, relation]);
  const select = useCallback(
    (next: Selection) => setParameters((next ?? {}) as Record<string, string>, { replace: true }),
    [setParameters],
  );
  const toggle = useCallback((kind: NodeKind) => {
    setHidden((before) => {
      const next = new Set(before);
      if (!next.delete(kind)) next.add(kind);
      return next;
    });
  }, []);
  const visible = useMemo(
    () => (graph ? visibleIn(graph, { hidden, focus }) : new Set<string>()),
    [graph, hidden, focus],
  );
  return { selection, select, hidden, toggle, focus, setFocus, visible };
}
