import type { Core, ElementDefinition } from 'cytoscape';
import type { Places } from '../layout/messages';
import type { Shapes } from './shapes';

/** Updates the drawing to show these shapes; shapes that it already shows keep their places. */
export function synchronize(cy: Core, { nodes, edges }: Shapes, places: Places): void {
  const pending = new Map<string, { data: { id: string } }>(
    [...nodes, ...edges].map((shape) => [shape.data.id, shape]),
  );
  cy.batch(() => {
    cy.elements()
      .filter((element) => !pending.has(element.id()))
      .remove();
    cy.elements().forEach((element) => {
      const data = pending.get(element.id())?.data;
      if (data && !isSame(element.data(), data)) element.data(data);
      pending.delete(element.id());
    });
    cy.add([...pending.values()].map((shape) => definitionOf(shape, places)));
  });
}

function definitionOf({ data }: { data: { id: string } }, places: Places): ElementDefinition {
  const place = places[data.id];
  const isEdge = 'source' in data;
  return {
    group: isEdge ? 'edges' : 'nodes',
    data: { ...data },
    ...(place && { position: { x: place[0], y: place[1] } }),
  };
}

const isSame = (one: Record<string, unknown>, other: object): boolean =>
  Object.entries(other).every(([name, value]) => one[name] === value);
