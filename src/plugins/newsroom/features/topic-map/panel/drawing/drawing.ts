import cytoscape from 'cytoscape';
import type { Places } from '../layout/messages';
import { letDraw } from './draw-relation';
import { highlight } from './highlight';
import { documentIn, isRelation, type Shapes } from './shapes';
import { type Ground, styleOf } from './style';
import { synchronize } from './synchronize';

/** What is chosen on the map. */
export type Selection = { node: string } | { relation: string } | null;

export interface Told {
  onSelect(selection: Selection): void;
  onDrawn(from: string, to: string): void;
  /** The editor has put nodes elsewhere. */
  onMoved(places: Places): void;
  /** What can be seen of the map has changed, and stands still. */
  onSettled(): void;
}

const LEAST_ZOOM = 0.03;
const MOST_ZOOM = 3;
const READABLE_ZOOM = 1;
/** A few nodes do not fill the whole drawing. */
const MOST_FIT_ZOOM = 1.5;
const MARGIN = 40;
const SETTLED_MS = 120;

/** Draws a map within an element of the page. Errors: none; `destroy` ends it. */
export function createDrawing(container: HTMLElement, ground: Ground, told: Told) {
  const cy = cytoscape({
    container,
    style: styleOf(ground),
    minZoom: LEAST_ZOOM,
    maxZoom: MOST_ZOOM,
    autounselectify: true,
    boxSelectionEnabled: false,
    // While the map is moved a picture of it is: thousands of lines are drawn once it stands still.
    textureOnViewport: true,
    pixelRatio: Math.min(2, window.devicePixelRatio),
  });
  const setDrawing = letDraw(cy, told.onDrawn);
  cy.on('tap', ({ target }) => told.onSelect(selectionOf(cy, target)));
  cy.on('dragfree', () => told.onMoved(placesOf(cy)));
  let timer: ReturnType<typeof setTimeout> | undefined;
  cy.on('viewport position resize', () => {
    clearTimeout(timer);
    timer = setTimeout(told.onSettled, SETTLED_MS);
  });

  return {
    /** Shows these shapes, at these places where they are new. */
    show: (shapes: Shapes, places: Places) => synchronize(cy, shapes, places),

    /** Puts nodes elsewhere. */
    arrange(places: Places): void {
      cy.nodes().positions((node) => {
        const [x, y] = places[node.id()] ?? [node.position('x'), node.position('y')];
        return { x, y };
      });
    },

    /** Leaves out all nodes but these, and what is tied to others. */
    filter(visible: ReadonlySet<string>): void {
      cy.batch(() => {
        cy.nodes().forEach((node) => void node.toggleClass('gone', !visible.has(node.id())));
      });
    },

    select: (selection: Selection) => highlight(cy, selection),
    paint: (next: Ground) => cy.style(styleOf(next)),
    setDrawing,
    places: () => placesOf(cy),
    fit(): void {
      cy.stop();
      cy.fit(cy.nodes().not('.gone'), MARGIN);
      if (cy.zoom() <= MOST_FIT_ZOOM) return;
      cy.zoom(MOST_FIT_ZOOM);
      cy.center(cy.nodes().not('.gone'));
    },

    zoomBy: (factor: number) =>
      cy.zoom({ level: cy.zoom() * factor, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } }),
    panBy: (x: number, y: number) => cy.panBy({ x, y }),

    /** Moves to a node, near enough to read its name. */
    goTo(key: string): void {
      const node = cy.getElementById(key);
      if (node.empty()) return;
      cy.stop();
      cy.animate({ center: { eles: node }, zoom: Math.max(cy.zoom(), READABLE_ZOOM) }, { duration: 250 });
    },

    /** Where a node is on the screen, in pixels from the corner of the drawing. */
    pixelOf(key: string): { x: number; y: number } | undefined {
      const node = cy.getElementById(key);
      if (node.empty() || node.hasClass('gone')) return undefined;
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
