import type { NodeKind } from '../shared/topic-map';
import { LOOKS } from './drawing/look';

/** The shape of a kind. */
export const KindSymbol = ({ kind }: { kind: NodeKind }) => (
  <svg viewBox="0 0 20 20" width="1.4rem" height="1.4rem" aria-hidden="true" style={{ flex: 'none' }}>
    <path d={LOOKS[kind].path} fill={LOOKS[kind].color} />
  </svg>
);
