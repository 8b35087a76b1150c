import type { AnsweredError } from './errors';

/** The body of an answer to an error, in the one shape that ours have (decisions, 4.3). */
export const bodyOf = ({ status, message, details }: AnsweredError) => ({ statusCode: status, message, ...details });

/** The body of an error in the shape that Strapi gives its own, and that the panel reads. */
export const strapiBody = (status: number, name: string, message: string, details: object = {}) => ({
  data: null,
  error: { status, name, message, details },
});
