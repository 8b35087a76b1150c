/** Name of the custom field that shows scores as a grid. */
export const SCORE_BOARD = 'score-board';

/** The records that the grid requests, by row id. */
export interface ScoreBoardQuery {
  bills: number[];
  features: number[];
}

export interface BoardBill {
  id: number;
  number: number;
  /** The bill number printed on the document. */
  versionNo: string;
  act: string;
  /** ISO 8601; null where unknown. */
  date: string | null;
  /** The bill's content on each act feature, by the feature's public identifier. */
  contents: Record<number, { short: string; long: string }>;
}

export interface BoardFeature {
  id: number;
  number: number;
  name: string;
  /** The meaning of each score. */
  scale: { score: number; description: string }[];
}

export interface ScoreBoardRecords {
  bills: BoardBill[];
  features: BoardFeature[];
}
