/** Generous, because requests may wait for others of the same service; finite, so that a hanging one fails. */
jest.setTimeout(300_000);
