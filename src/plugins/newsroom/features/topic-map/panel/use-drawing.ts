import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTheme } from 'styled-components';
import { createDrawing, type Drawing, type Selection } from './drawing/drawing';
import { type Shapes, shapesOf, shapesWithin } from './drawing/shapes';
import type { Graph } from './graph';
import { complete, isOfUse } from './layout/complete';
import { computePlaces } from './layout/compute';
import type { Places } from './layout/messages';
import { readPlaces, storePlaces } from './layout/stored-places';
import { useWords } from './words';

interface Options {
  graph: Graph | undefined;
  visible: ReadonlySet<string>;
  /** The node that the map is narrowed to, and by how many steps. */
  focus: { key: string; steps: number } | null;
  selection: Selection;
  isDrawing: boolean;
  onSelect(selection: Selection): void;
  onDrawn(from: string, to: string): void;
}

/** Keeps a drawing in step with what is to be shown. */
export function useDrawing({ graph, visible, focus, selection, isDrawing, onSelect, onDrawn }: Options) {
  const ground = useGround();
  const { nameOf } = useWords();
  const shapes = useMemo(() => graph && shapesOf(graph, nameOf), [graph, nameOf]);
  const [drawing, setDrawing] = useState<Drawing>();
  const [isBusy, setIsBusy] = useState(true);
  const [, setSettled] = useState(0);
  const told = useRef({ onSelect, onDrawn, isFocused: focus !== null });
  told.current = { onSelect, onDrawn, isFocused: focus !== null };
  const places = useRef<Places>(readPlaces());
  const isDrawn = useRef(false);
  const firstGround = useRef(ground);

  const container = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const made = createDrawing(element, firstGround.current, {
      onSelect: (next) => told.current.onSelect(next),
      onDrawn: (from, to) => told.current.onDrawn(from, to),
      onMoved: (next) => {
        if (told.current.isFocused) return;
        places.current = next;
        storePlaces(next);
      },
      onSettled: () => setSettled((count) => count + 1),
    });
    setDrawing(made);
  }, []);
  useEffect(() => () => drawing?.destroy(), [drawing]);

  const layOut = useCallback(async (all: Shapes) => {
    setIsBusy(true);
    places.current = await computePlaces(all);
    storePlaces(places.current);
  }, []);

  // What there is to show.
  useEffect(() => {
    if (!drawing || !graph || !shapes) return;
    let isLeft = false;
    const show = async () => {
      const keys = graph.nodes.map(({ key }) => key);
      if (isOfUse(places.current, keys)) {
        places.current = complete(places.current, keys, (key) => graph.neighbours.get(key) ?? []);
        storePlaces(places.current);
      } else await layOut(shapes);
      if (isLeft) return;
      drawing.show(shapes, places.current);
      if (!isDrawn.current) drawing.fit();
      isDrawn.current = true;
      setIsBusy(false);
    };
    void show();
    return () => {
      isLeft = true;
    };
  }, [drawing, graph, shapes, layOut]);

  // What of it can be seen.
  useEffect(() => {
    if (!isBusy) drawing?.filter(visible);
  }, [drawing, visible, isBusy]);

  useEffect(() => {
    if (!isBusy) drawing?.select(selection);
  }, [drawing, selection, isBusy]);

  const isNarrowing = useNarrowed({ drawing: isBusy ? undefined : drawing, shapes, visible, focus, places });
  useEffect(() => drawing?.setDrawing(isDrawing), [drawing, isDrawing]);
  useEffect(() => void drawing?.paint(ground), [drawing, ground]);

  const rearrange = async () => {
    if (!drawing || !shapes) return;
    await layOut(shapes);
    drawing.arrange(places.current);
    drawing.fit();
    setIsBusy(false);
  };
  return { container, drawing, isBusy: isBusy || isNarrowing, rearrange };
}

interface Narrowed extends Pick<Options, 'visible' | 'focus'> {
  drawing: Drawing | undefined;
  shapes: Shapes | undefined;
  places: { current: Places };
}

/** A part of the map is laid out by itself; the whole goes back to where it was. Answers whether that is under way. */
function useNarrowed({ drawing, shapes, visible, focus, places }: Narrowed): boolean {
  const [isNarrowing, setIsNarrowing] = useState(false);
  const wasNarrowed = useRef(false);
  const isNarrow = focus !== null;
  useEffect(() => {
    if (!drawing || !shapes || (!isNarrow && !wasNarrowed.current)) return;
    let isLeft = false;
    const arrange = async () => {
      setIsNarrowing(true);
      const next = isNarrow ? await computePlaces(shapesWithin(shapes, visible)) : places.current;
      if (isLeft) return;
      drawing.arrange(next);
      drawing.fit();
      setIsNarrowing(false);
    };
    wasNarrowed.current = isNarrow;
    void arrange();
    return () => {
      isLeft = true;
    };
  }, [drawing, shapes, visible, isNarrow, places]);
  return isNarrowing;
}

function useGround() {
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
