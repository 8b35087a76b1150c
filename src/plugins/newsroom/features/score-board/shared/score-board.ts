/** The name of the custom field that shows scores as a grid. */
export const SCORE_BOARD = 'score-board';

/** The rows that the grid asks for, by their row identifiers. */
export interface ScoreBoardQuery {
  bills: number[];
  features: number[];
}

export interface BoardBill {
  id: number;
  number: number;
  /** The number that it is printed with. */
  versionNo: string;
  act: string;
  /** ISO 8601; null where unknown. */
  date: string | null;
  /** What it says of an act feature, by the feature's number. */
  contents: Record<number, { short: string; long: string }>;
}

export interface BoardFeature {
  id: number;
  number: number;
  name: string;
  /** What each score means. */
  scale: { score: number; description: string }[];
}

export interface ScoreBoardRecords {
  bills: BoardBill[];
  features: BoardFeature[];
}
