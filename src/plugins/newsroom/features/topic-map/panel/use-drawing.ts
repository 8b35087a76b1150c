import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTheme } from 'styled-components';
import { createDrawing, type Drawing, type Selection } from './drawing/drawing';
import { type Shapes, shapesOf, visibleShapes } from './drawing/shapes';
import type { Graph } from './graph';
import { addMissingPlaces, areUsable } from './layout/add-missing-places';
import { computePlaces } from './layout/compute';
import type { Places } from './layout/messages';
import { readPlaces, storePlaces } from './layout/stored-places';
import { useWords } from './words';

interface Options {
  graph: Graph | undefined;
  visible: ReadonlySet<string>;
  /** Limits the map to this node and its surroundings, up to this number of steps. */
  focus: { key: string; steps: number } | null;
  selection: Selection;
  isDrawing: boolean;
  onSelect(selection: Selection): void;
  onDrawn(from: string, to: string): void;
}

/** Keeps a drawing in sync with the map, its filters and the selection. */
export function useDrawing({ graph, visible, focus, selection, isDrawing, onSelect, onDrawn }: Options) {
  const colors = useColors();
  const { nameOf } = useWords();
  const shapes = useMemo(() => graph && shapesOf(graph, nameOf), [graph, nameOf]);
  const [drawing, setDrawing] = useState<Drawing>();
  const [isBusy, setIsBusy] = useState(true);
  const [, setSettled] = useState(0);
  const callbacks = useRef({ onSelect, onDrawn, isFocused: focus !== null });
  callbacks.current = { onSelect, onDrawn, isFocused: focus !== null };
  const places = useRef<Places>(readPlaces());
  const isDrawn = useRef(false);
  const initialColors = useRef(colors);

  const container = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const created = createDrawing(element, initialColors.current, {
      onSelect: (next) => callbacks.current.onSelect(next),
      onDrawn: (from, to) => callbacks.current.onDrawn(from, to),
      onMoved: (next) => {
        if (callbacks.current.isFocused) return;
        places.current = next;
        storePlaces(next);
      },
      onSettled: () => setSettled((count) => count + 1),
    });
    setDrawing(created);
  }, []);
  useEffect(() => () => drawing?.destroy(), [drawing]);

  const layOut = useCallback(async (all: Shapes) => {
    setIsBusy(true);
    places.current = await computePlaces(all);
    storePlaces(places.current);
  }, []);

  // Show the nodes and edges.
  useEffect(() => {
    if (!drawing || !graph || !shapes) return;
    let isCancelled = false;
    const show = async () => {
      const keys = graph.nodes.map(({ key }) => key);
      if (areUsable(places.current, keys)) {
        places.current = addMissingPlaces(places.current, keys, (key) => graph.neighbours.get(key) ?? []);
        storePlaces(places.current);
      } else await layOut(shapes);
      if (isCancelled) return;
      drawing.show(shapes, places.current);
      if (!isDrawn.current) drawing.fit();
      isDrawn.current = true;
      setIsBusy(false);
    };
    void show();
    return () => {
      isCancelled = true;
    };
  }, [drawing, graph, shapes, layOut]);

  // Hide what the filters exclude.
  useEffect(() => {
    if (!isBusy) drawing?.filter(visible);
  }, [drawing, visible, isBusy]);

  useEffect(() => {
    if (!isBusy) drawing?.select(selection);
  }, [drawing, selection, isBusy]);

  const isArranging = useFocusLayout({ drawing: isBusy ? undefined : drawing, shapes, visible, focus, places });
  useEffect(() => drawing?.setDrawing(isDrawing), [drawing, isDrawing]);
  useEffect(() => void drawing?.paint(colors), [drawing, colors]);

  const rearrange = async () => {
    if (!drawing || !shapes) return;
    await layOut(shapes);
    drawing.arrange(places.current);
    drawing.fit();
    setIsBusy(false);
  };
  return { container, drawing, isBusy: isBusy || isArranging, rearrange };
}

interface FocusOptions extends Pick<Options, 'visible' | 'focus'> {
  drawing: Drawing | undefined;
  shapes: Shapes | undefined;
  places: { current: Places };
}

/** Lays out a focused part of the map on its own and restores the whole map afterwards. Returns whether that is running. */
function useFocusLayout({ drawing, shapes, visible, focus, places }: FocusOptions): boolean {
  const [isArranging, setIsArranging] = useState(false);
  const wasFocused = useRef(false);
  const isFocused = focus !== null;
  useEffect(() => {
    if (!drawing || !shapes || (!isFocused && !wasFocused.current)) return;
    let isCancelled = false;
    const arrange = async () => {
      setIsArranging(true);
      const next = isFocused ? await computePlaces(visibleShapes(shapes, visible)) : places.current;
      if (isCancelled) return;
      drawing.arrange(next);
      drawing.fit();
      setIsArranging(false);
    };
    wasFocused.current = isFocused;
    void arrange();
    return () => {
      isCancelled = true;
    };
  }, [drawing, shapes, visible, isFocused, places]);
  return isArranging;
}

function useColors() {
  const { colors } = useTheme();
  return useMemo(
    () => ({
      background: colors.neutral0,
      text: colors.neutral800,
      line: colors.neutral300,
      accent: colors.neutral900,
    }),
    [colors],
  );
}
