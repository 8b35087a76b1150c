import { setFlagsFromString } from 'node:v8';

// V8 would let garbage pile up to several times what is in use before it collects it.
setFlagsFromString('--heap-growing-percent=40');
