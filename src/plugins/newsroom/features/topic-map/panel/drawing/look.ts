import type { NodeKind } from '../../shared/topic-map';

interface Look {
  color: string;
  shape: 'hexagon' | 'ellipse' | 'round-rectangle' | 'diamond' | 'triangle' | 'rectangle';
  /** SVG path of the shape for the legend, in a 20 × 20 box. */
  path: string;
}

/** Kinds differ in shape and lightness, not only in hue. The colours work in the light and the dark theme. */
export const LOOKS: Record<NodeKind, Look> = {
  'general-topic': { color: '#4945ff', shape: 'hexagon', path: 'M1 10 5.5 2h9L19 10l-4.500 8h-9z' },
  'specific-topic': { color: '#1fa3c4', shape: 'ellipse', path: 'M10 2a8 8 0 1 0 0 16a8 8 0 1 0 0-16z' },
  act: {
    color: '#3f9c5a',
    shape: 'round-rectangle',
    path: 'M5 3h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z',
  },
  bill: { color: '#9b59c6', shape: 'diamond', path: 'M10 1l9 9l-9 9l-9-9z' },
  vote: { color: '#c9447a', shape: 'triangle', path: 'M10 2l9 16H1z' },
  other: { color: '#8e8ea9', shape: 'rectangle', path: 'M3 3h14v14H3z' },
};

export const RELATION_COLOR = '#e07b2e';
