// npm run build: installs and builds what has changed.
import { makeReady } from './lib/ready.mjs';

await makeReady({ admin: true });
