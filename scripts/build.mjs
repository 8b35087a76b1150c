// npm run build: installs and builds what changed.
import { makeReady } from './lib/ready.mjs';

await makeReady({ admin: true });
