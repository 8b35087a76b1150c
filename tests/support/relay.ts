import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy between a service and a server, for tests of lost connections. */
export interface Relay {
  /** The server's address through the relay. */
  url: string;
  /** Stops forwarding after this many more bytes from the server. */
  freeze(afterBytes?: number): void;
  /** Whether forwarding has stopped. */
  isFrozen(): boolean;
  /** Resumes forwarding, including data that arrived in the meantime. */
  thaw(): void;
  /** Resets all connections. */
  reset(): void;
  /** Resets all connections, and new ones until `thaw`, as if the server were gone. */
  refuse(): void;
  close(): Promise<void>;
}

/** Starts a relay for the server at this address. */
export async function makeRelay(address: string): Promise<Relay> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  let left = Infinity;
  let isRefusing = false;
  const listener = createServer((asker) => {
    if (isRefusing) return asker.resetAndDestroy();
    const answerer = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [asker, answerer],
      [answerer, asker],
    ] as const) {
      sockets.add(from);
      from.on('data', (piece) => {
        to.write(piece);
        if (from === answerer) left -= piece.length;
        if (left <= 0) stop();
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    if (left <= 0) stop();
  });
  const stop = () => {
    for (const socket of sockets) socket.pause();
  };
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const url = new URL(address);
  url.port = String((listener.address() as AddressInfo).port);
  const reset = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: url.href,
    freeze: (afterBytes = 0) => {
      left = afterBytes;
      if (left <= 0) stop();
    },
    isFrozen: () => left <= 0,
    thaw: () => {
      left = Infinity;
      isRefusing = false;
      for (const socket of sockets) socket.resume();
    },
    reset,
    refuse: () => {
      isRefusing = true;
      reset();
    },
    close: async () => {
      listener.close();
      reset();
      await once(listener, 'close');
    },
  };
}
