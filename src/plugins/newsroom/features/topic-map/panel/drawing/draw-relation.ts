import type { Core, EventObject, NodeSingular } from 'cytoscape';

/** Lets the editor draw a relation by dragging from one node to another. Returns a function that switches this on and off. */
export function enableDrawing(cy: Core, onDrawn: (from: string, to: string) => void): (isOn: boolean) => void {
  let isOn = false;
  let start: NodeSingular | undefined;

  cy.on('tapstart', 'node', ({ target, position }: EventObject) => {
    if (!isOn) return;
    start = target as NodeSingular;
    cy.userPanningEnabled(false);
    start.addClass('target');
    cy.add([
      { group: 'nodes', data: { id: 'pointer' }, classes: 'pointer', position: { ...position } },
      { group: 'edges', data: { id: 'draft', source: start.id(), target: 'pointer' }, classes: 'draft' },
    ]);
  });

  cy.on('tapdrag', ({ target, position }: EventObject) => {
    if (!start) return;
    cy.getElementById('pointer').position(position);
    cy.nodes('.target').difference(start).removeClass('target');
    const hovered = nodeIn(cy, target);
    if (hovered && hovered.id() !== 'pointer') hovered.addClass('target');
  });

  cy.on('tapend', ({ target }: EventObject) => {
    if (!start) return;
    const [from, end] = [start, nodeIn(cy, target)];
    start = undefined;
    cy.remove('#pointer, #draft');
    cy.nodes('.target').removeClass('target');
    cy.userPanningEnabled(true);
    if (end && end.id() !== from.id()) onDrawn(from.id(), end.id());
  });

  return (next) => {
    isOn = next;
    cy.autoungrabify(next);
  };
}

const nodeIn = (cy: Core, target: EventObject['target']): NodeSingular | undefined =>
  target !== cy && target?.isNode?.() ? (target as NodeSingular) : undefined;
