/* What the topic map is made of: read by the server, drawn by the panel. */

/** The kinds of nodes that have records, in the order of the legend; the value is the content type. */
export const NODE_TYPES = {
  'general-topic': 'api::general-topic.general-topic',
  'specific-topic': 'api::specific-topic.specific-topic',
  act: 'api::act.act',
  bill: 'api::bill.bill',
  vote: 'api::vote.vote',
} as const;

export type RecordKind = keyof typeof NODE_TYPES;

/** `other`: a kind that is not kept here, named by a relation. */
export type NodeKind = RecordKind | 'other';

export const RECORD_KINDS = Object.keys(NODE_TYPES) as RecordKind[];

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
