import { isRelation, type Shapes } from '../drawing/shapes';
import type { LayoutAnswer, LayoutRequest, Places } from './messages';

let worker: Worker | undefined;
let requestCount = 0;

/** Computes places that put connected nodes close together. Runs in a web worker. */
export function computePlaces({ nodes, edges }: Shapes): Promise<Places> {
  if (nodes.length === 0) return Promise.resolve({});
  requestCount += 1;
  const request: LayoutRequest = {
    id: requestCount,
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

function answerOf(target: Worker, request: LayoutRequest): Promise<Places> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      target.removeEventListener('message', take);
      target.removeEventListener('error', fail);
    };
    const take = ({ data }: MessageEvent<LayoutAnswer>) => {
      if (data.id !== request.id) return;
      stop();
      resolve(data.places);
    };
    const fail = ({ message }: ErrorEvent) => {
      stop();
      reject(new Error(message || 'could not compute the layout'));
    };
    target.addEventListener('message', take);
    target.addEventListener('error', fail);
    target.postMessage(request);
  });
}
