import type { Core, EventObject, NodeSingular } from 'cytoscape';

/** Lets a relation be drawn: press on a node, move to another one, let go. Answers how to switch it on and off. */
export function letDraw(cy: Core, onDrawn: (from: string, to: string) => void): (isOn: boolean) => void {
  let isOn = false;
  let start: NodeSingular | undefined;

  cy.on('tapstart', 'node', ({ target, position }: EventObject) => {
    if (!isOn) return;
    start = target as NodeSingular;
    cy.userPanningEnabled(false);
    start.addClass('aim');
    cy.add([
      { group: 'nodes', data: { id: 'pointer' }, classes: 'pointer', position: { ...position } },
      { group: 'edges', data: { id: 'draft', source: start.id(), target: 'pointer' }, classes: 'draft' },
    ]);
  });

  cy.on('tapdrag', ({ target, position }: EventObject) => {
    if (!start) return;
    cy.getElementById('pointer').position(position);
    cy.nodes('.aim').difference(start).removeClass('aim');
    const aimed = nodeIn(cy, target);
    if (aimed && aimed.id() !== 'pointer') aimed.addClass('aim');
  });

  cy.on('tapend', ({ target }: EventObject) => {
    if (!start) return;
    const [from, end] = [start, nodeIn(cy, target)];
    start = undefined;
    cy.remove('#pointer, #draft');
    cy.nodes('.aim').removeClass('aim');
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
