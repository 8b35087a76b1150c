import cytoscape from 'cytoscape';
import fcose from 'cytoscape-fcose';
import type { LayoutAnswer, LayoutRequest } from './messages';
import { seededRandom } from './seeded-random';

cytoscape.use(fcose);

/** Above this number of nodes, uses a lower quality: for 1,000 nodes that halves the time. */
const LARGE = 500;

/** Computes the layout in a web worker, so that the page stays responsive. */
self.onmessage = ({ data }: MessageEvent<LayoutRequest>) => {
  // The layout starts at random places. A fixed seed draws the same map in the same way every time.
  Math.random = seededRandom(1);
  const cy = cytoscape({
    headless: true,
    styleEnabled: true,
    style: [{ selector: 'node', style: { width: 'data(size)', height: 'data(size)' } }],
    elements: [
      ...data.nodes.map(({ id, size }) => ({ data: { id, size } })),
      ...data.edges.map(({ source, target, length }) => ({ data: { source, target, length } })),
    ],
  });
  const isLarge = data.nodes.length > LARGE;
  const options = {
    name: 'fcose',
    quality: isLarge ? 'default' : 'proof',
    animate: false,
    randomize: true,
    nodeSeparation: 90,
    nodeRepulsion: () => 9000,
    idealEdgeLength: (edge: cytoscape.EdgeSingular) => edge.data('length') as number,
    gravity: 0.3,
    numIter: isLarge ? 1000 : 2500,
    tilingPaddingVertical: 24,
    tilingPaddingHorizontal: 24,
  };
  cy.layout(options as cytoscape.LayoutOptions).run();
  const answer: LayoutAnswer = {
    id: data.id,
    places: Object.fromEntries(
      cy.nodes().map((node) => [node.id(), [Math.round(node.position('x')), Math.round(node.position('y'))]]),
    ),
  };
  self.postMessage(answer);
  cy.destroy();
};
