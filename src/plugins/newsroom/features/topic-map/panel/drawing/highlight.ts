import type { Core, EdgeSingular } from 'cytoscape';
import type { Selection } from './drawing';
import { idOfRelation } from './shapes';

/** Marks what is chosen and what is tied to it; the rest steps back. */
export function highlight(cy: Core, selection: Selection): void {
  cy.batch(() => {
    cy.elements('.chosen, .near, .faint').removeClass('chosen near faint');
    if (!selection) return;
    const id = 'node' in selection ? selection.node : idOfRelation({ documentId: selection.relation });
    const chosen = cy.getElementById(id);
    if (chosen.empty()) return;
    const near =
      'node' in selection
        ? chosen.closedNeighborhood()
        : chosen.union((chosen as unknown as EdgeSingular).connectedNodes());
    chosen.addClass('chosen');
    near.difference(chosen).addClass('near');
    cy.elements().difference(near).addClass('faint');
  });
}
