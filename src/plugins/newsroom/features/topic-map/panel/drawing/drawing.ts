import cytoscape from 'cytoscape';
import type { Places } from '../layout/messages';
import { enableDrawing } from './draw-relation';
import { highlight } from './highlight';
import { documentIn, isRelation, type Shapes } from './shapes';
import { type Colors, styleOf } from './style';
import { synchronize } from './synchronize';

/** The selected node or relation. */
export type Selection = { node: string } | { relation: string } | null;

export interface DrawingCallbacks {
  onSelect(selection: Selection): void;
  onDrawn(from: string, to: string): void;
  /** The editor moved nodes. */
  onMoved(places: Places): void;
  /** The viewport or the positions changed, and stand still again. */
  onSettled(): void;
}

const MIN_ZOOM = 0.03;
const MAX_ZOOM = 3;
const READABLE_ZOOM = 1;
/** Keeps a map of a few nodes from filling the whole area. */
const MAX_FIT_ZOOM = 1.5;
const MARGIN = 40;
const SETTLED_MS = 120;

/** Draws a map into an element of the page. Call `destroy` to free it. */
export function createDrawing(container: HTMLElement, colors: Colors, callbacks: DrawingCallbacks) {
  const cy = cytoscape({
    container,
    style: styleOf(colors),
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    autounselectify: true,
    boxSelectionEnabled: false,
    // Moves a bitmap of the map, and draws its thousands of lines only when it stands still.
    textureOnViewport: true,
    pixelRatio: Math.min(2, window.devicePixelRatio),
  });
  const setDrawing = enableDrawing(cy, callbacks.onDrawn);
  cy.on('tap', ({ target }) => callbacks.onSelect(selectionOf(cy, target)));
  cy.on('dragfree', () => callbacks.onMoved(placesOf(cy)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  cy.on('viewport position resize', () => {
    clearTimeout(timer);
    timer = setTimeout(callbacks.onSettled, SETTLED_MS);
  });

  return {
    /** Shows these shapes; places new ones at `places`. */
    show: (shapes: Shapes, places: Places) => synchronize(cy, shapes, places),

    /** Moves nodes to these places. */
    arrange(places: Places): void {
      cy.nodes().positions((node) => {
        const [x, y] = places[node.id()] ?? [node.position('x'), node.position('y')];
        return { x, y };
      });
    },

    /** Hides all nodes except these, and the edges of hidden nodes. */
    filter(visible: ReadonlySet<string>): void {
      cy.batch(() => {
        cy.nodes().forEach((node) => void node.toggleClass('hidden', !visible.has(node.id())));
      });
    },

    select: (selection: Selection) => highlight(cy, selection),
    paint: (next: Colors) => cy.style(styleOf(next)),
    setDrawing,
    places: () => placesOf(cy),
    fit(): void {
      cy.stop();
      cy.fit(cy.nodes().not('.hidden'), MARGIN);
      if (cy.zoom() <= MAX_FIT_ZOOM) return;
      cy.zoom(MAX_FIT_ZOOM);
      cy.center(cy.nodes().not('.hidden'));
    },

    zoomBy: (factor: number) =>
      cy.zoom({ level: cy.zoom() * factor, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } }),
    panBy: (x: number, y: number) => cy.panBy({ x, y }),

    /** Centres a node, zoomed in enough to read its name. */
    goTo(key: string): void {
      const node = cy.getElementById(key);
      if (node.empty()) return;
      cy.stop();
      cy.animate({ center: { eles: node }, zoom: Math.max(cy.zoom(), READABLE_ZOOM) }, { duration: 250 });
    },

    /** Returns a node's place in pixels from the top left of the drawing; undefined if hidden. */
    pixelOf(key: string): { x: number; y: number } | undefined {
      const node = cy.getElementById(key);
      if (node.empty() || node.hasClass('hidden')) return undefined;
      const { x, y } = node.renderedPosition();
      return { x: Math.round(x), y: Math.round(y) };
    },

    destroy(): void {
      clearTimeout(timer);
      cy.destroy();
    },
  };
}

export type Drawing = ReturnType<typeof createDrawing>;

function selectionOf(cy: cytoscape.Core, target: cytoscape.EventObject['target']): Selection {
  if (target === cy) return null;
  const id: string = target.id();
  return isRelation(id) ? { relation: documentIn(id) } : { node: id };
}

const placesOf = (cy: cytoscape.Core): Places =>
  Object.fromEntries(
    cy.nodes('[kind]').map((node) => [node.id(), [Math.round(node.position('x')), Math.round(node.position('y'))]]),
  );
