import path from 'node:path';

/** The folder that the command was given in: npm changes it, and Strapi does later. */
const HERE = process.env.INIT_CWD ?? process.cwd();

/** A path as it was meant. `-` is standard input. */
export const fromHere = (given: string): string => (given === '-' ? given : path.resolve(HERE, given));
