import { isRelation, type Shapes } from '../drawing/shapes';
import type { LayoutAnswer, LayoutRequest, Places } from './messages';

let worker: Worker | undefined;
let asked = 0;

/** Finds places for nodes so that what is tied together stands together; the page goes on meanwhile. */
export function computePlaces({ nodes, edges }: Shapes): Promise<Places> {
  if (nodes.length === 0) return Promise.resolve({});
  asked += 1;
  const request: LayoutRequest = {
    id: asked,
    nodes: nodes.map(({ data }) => ({ id: data.id, size: data.size })),
    edges: edges.map(({ data }) => ({
      source: data.source,
      target: data.target,
      length: isRelation(data.id) ? 130 : 70,
    })),
  };
  worker ??= new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  return answerOf(worker, request);
}

function answerOf(to: Worker, request: LayoutRequest): Promise<Places> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      to.removeEventListener('message', take);
      to.removeEventListener('error', fail);
    };
    const take = ({ data }: MessageEvent<LayoutAnswer>) => {
      if (data.id !== request.id) return;
      stop();
      resolve(data.places);
    };
    const fail = ({ message }: ErrorEvent) => {
      stop();
      reject(new Error(message || 'the layout could not be worked out'));
    };
    to.addEventListener('message', take);
    to.addEventListener('error', fail);
    to.postMessage(request);
  });
}
