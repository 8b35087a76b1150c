import path from 'node:path';

/** The folder where the user ran the command: npm changes the working directory, and so does Strapi. */
const USER_DIR = process.env.INIT_CWD ?? process.cwd();

/** Resolves a path against the user's folder; `-` (standard input or output) stays. */
export const resolvePath = (file: string): string => (file === '-' ? file : path.resolve(USER_DIR, file));
