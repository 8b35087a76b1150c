/* What the topic map is made of: read by the server, drawn by the panel. */

import { NODE_KINDS } from '../../../../../domain/topic-nodes';

/** A kind of node that has records. */
export type RecordKind = (typeof NODE_KINDS)[keyof typeof NODE_KINDS];

/** `other`: a kind that is not kept here, named by a relation. */
export type NodeKind = RecordKind | 'other';

/** These kinds, in the order of the legend. */
export const RECORD_KINDS: RecordKind[] = Object.values(NODE_KINDS);

/** The content types of these kinds. */
export const NODE_TYPES = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, `api::${kind}.${kind}`])) as {
  [Kind in RecordKind]: `api::${Kind}.${Kind}`;
};

export const TOPIC_RELATION = 'api::topic-relation.topic-relation';

/** The permission for the page, and for what it reads. */
export const TOPIC_MAP_ACTION = 'plugin::newsroom.topic-map';

export const TOPIC_MAP_PATH = '/newsroom/topic-map';

/** A record on the map. Bills and votes are there only when a relation names them. */
export interface MapNode {
  /** `act:12`, `other:Petition:3`: the kind and the public identifier. */
  key: string;
  kind: NodeKind;
  /** The public identifier. */
  number: number;
  /** Null: it has no record. */
  documentId: string | null;
  /** Null: a bill whose act the reader may not see. */
  title: string | null;
  /** Of bills and votes, as in `2016-02-19`. */
  date: string | null;
}

/** A specific topic of a general topic, or of an act. */
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

/** The attribute of a topic relation that names a record of a kind at one of its ends. */
export const endOf = (side: 'from' | 'to', kind: RecordKind): string => `${side}_${kind.replaceAll('-', '_')}`;
