/* The data of the topic map: read by the server, drawn by the panel. */

import { NODE_KINDS } from '../../../../../domain/topic-nodes';

/** A kind of node that has records here. */
export type RecordKind = (typeof NODE_KINDS)[keyof typeof NODE_KINDS];

/** `other`: a kind without records here, which only relations name. */
export type NodeKind = RecordKind | 'other';

/** The kinds with records, in the order of the legend. */
export const RECORD_KINDS: RecordKind[] = Object.values(NODE_KINDS);

/** The content type of each kind. */
export const NODE_TYPES = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, `api::${kind}.${kind}`])) as {
  [Kind in RecordKind]: `api::${Kind}.${Kind}`;
};

export const TOPIC_RELATION = 'api::topic-relation.topic-relation';

/** The uid of the action that the page and its data require. */
export const TOPIC_MAP_ACTION = 'topic-map';

export const TOPIC_MAP_PATH = '/newsroom/topic-map';

/** A node on the map. Bills and votes are on it only if a relation names them. */
export interface MapNode {
  /** Kind and public identifier: `act:12`, `other:Petition:3`. */
  key: string;
  kind: NodeKind;
  /** The public identifier. */
  number: number;
  /** Null if it has no record here. */
  documentId: string | null;
  /** Null for a bill whose act the reader may not see. */
  title: string | null;
  /** Date of a bill or vote, such as `2016-02-19`. */
  date: string | null;
}

/** Connects a general topic or an act (`from`) with one of its specific topics (`to`). */
export interface Membership {
  from: string;
  to: string;
}

/** A topic relation whose ends are both on the map. */
export interface MapRelation {
  number: number;
  documentId: string;
  from: string;
  to: string;
  isDirectional: boolean;
  weight: number | null;
  description: string | null;
}

export interface TopicMap {
  nodes: MapNode[];
  memberships: Membership[];
  relations: MapRelation[];
}

/** Returns the attribute of a topic relation that refers to a record of this kind at this end. */
export const endOf = (side: 'from' | 'to', kind: RecordKind): string => `${side}_${kind.replaceAll('-', '_')}`;
