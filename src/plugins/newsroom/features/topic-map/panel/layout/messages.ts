/** Places of nodes, by key. */
export type Places = Record<string, [x: number, y: number]>;

export interface LayoutRequest {
  id: number;
  nodes: { id: string; size: number }[];
  edges: { source: string; target: string; length: number }[];
}

export interface LayoutAnswer {
  id: number;
  places: Places;
}
