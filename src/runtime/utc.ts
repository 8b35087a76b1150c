/**
 * Strapi writes its timestamps without a zone, as the clock of the process shows them.
 * Every entry point imports this module before anything else, so that the clock shows UTC.
 */
process.env.TZ = 'UTC';
