import { phrase } from '../../plugins/rostra/server/src/declare';

/** `第9屆`. */
export const termTitle = phrase`第${'index'}屆`;
