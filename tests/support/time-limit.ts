/** A request may have to wait for others of the same service; a hanging one still fails. */
jest.setTimeout(300_000);
