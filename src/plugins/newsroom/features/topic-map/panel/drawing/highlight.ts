import type { Core } from 'cytoscape';
import type { Selection } from './drawing';
import { idOfRelation } from './shapes';

/** Highlights the selection and its neighbours, and fades the rest. */
export function highlight(cy: Core, selection: Selection): void {
  cy.batch(() => {
    cy.elements('.selected, .neighbour, .faded').removeClass('selected neighbour faded');
    if (!selection) return;
    const id = 'node' in selection ? selection.node : idOfRelation({ documentId: selection.relation });
    const selected = cy.getElementById(id);
    if (selected.empty()) return;
    const neighbourhood =
      'node' in selection ? selected.closedNeighborhood() : selected.union(selected.edges().connectedNodes());
    selected.addClass('selected');
    neighbourhood.difference(selected).addClass('neighbour');
    cy.elements().difference(neighbourhood).addClass('faded');
  });
}
