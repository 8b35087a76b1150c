import type { StylesheetStyle } from 'cytoscape';
import type { NodeKind } from '../../shared/topic-map';
import { LOOKS, RELATION_COLOR } from './look';

/** The colours of the panel's theme that the drawing uses. */
export interface Colors {
  background: string;
  text: string;
  line: string;
  accent: string;
}

const FONT_SIZES: Record<NodeKind, number> = {
  'general-topic': 22,
  'specific-topic': 13,
  act: 10,
  bill: 10,
  vote: 10,
  other: 10,
};

/** Returns the style sheet of the drawing. Hides labels that would be too small to read. */
export function styleOf({ background, text, line, accent }: Colors): StylesheetStyle[] {
  const rules: { selector: string; style: Record<string, string | number> }[] = [
    {
      selector: 'node',
      style: {
        width: 'data(size)',
        height: 'data(size)',
        label: 'data(label)',
        color: text,
        'font-family': '"Noto Sans TC", "PingFang TC", "Microsoft JhengHei", "Noto Sans CJK TC", sans-serif',
        'text-valign': 'bottom',
        'text-margin-y': 3,
        'text-outline-color': background,
        'text-outline-width': 2,
        'min-zoomed-font-size': 9,
        'border-width': 1.5,
        'border-color': background,
        'overlay-opacity': 0,
      },
    },
    ...(Object.keys(LOOKS) as NodeKind[]).map((kind) => ({
      selector: `node[kind = "${kind}"]`,
      style: {
        'background-color': LOOKS[kind].color,
        shape: LOOKS[kind].shape,
        'font-size': FONT_SIZES[kind],
        'font-weight': kind === 'general-topic' ? 600 : 400,
        'z-index': kind === 'general-topic' ? 3 : 2,
      },
    })),
    { selector: 'edge', style: { 'overlay-opacity': 0 } },
    {
      selector: 'edge[tie = "membership"]',
      style: { 'curve-style': 'haystack', width: 1, 'line-color': line, events: 'no' },
    },
    {
      selector: 'edge[tie = "relation"]',
      style: {
        'curve-style': 'unbundled-bezier',
        'control-point-distances': 'data(bend)',
        'control-point-weights': 0.5,
        width: 'data(width)',
        'line-color': RELATION_COLOR,
        'target-arrow-color': RELATION_COLOR,
        'arrow-scale': 1.1,
        opacity: 0.85,
        'z-index': 1,
      },
    },
    { selector: 'edge[?isDirectional]', style: { 'target-arrow-shape': 'triangle' } },
    { selector: '.faded', style: { opacity: 0.2 } },
    { selector: '.hidden', style: { display: 'none' } },
    { selector: 'node.neighbour', style: { 'min-zoomed-font-size': 0 } },
    {
      selector: 'node.selected',
      style: { 'border-color': accent, 'border-width': 5, 'min-zoomed-font-size': 0, 'font-weight': 700, 'z-index': 9 },
    },
    { selector: 'edge.neighbour[tie = "membership"]', style: { width: 2, 'line-color': text } },
    {
      selector: 'edge.selected',
      style: { 'line-color': accent, 'target-arrow-color': accent, opacity: 1, 'z-index': 9 },
    },
    {
      selector: 'node.target',
      style: { 'border-color': RELATION_COLOR, 'border-width': 5, 'min-zoomed-font-size': 0 },
    },
    { selector: 'node.pointer', style: { width: 1, height: 1, opacity: 0, events: 'no', label: '' } },
    {
      selector: 'edge.draft',
      style: {
        width: 3,
        'line-color': RELATION_COLOR,
        'line-style': 'dashed',
        'target-arrow-color': RELATION_COLOR,
        'target-arrow-shape': 'triangle',
        'curve-style': 'straight',
        events: 'no',
      },
    },
  ];
  return rules as unknown as StylesheetStyle[];
}
