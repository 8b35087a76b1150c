/**
 * Sets the process clock to UTC: Strapi writes timestamps without a zone, in local time. Every entry point imports
 * this module first.
 */
process.env.TZ = 'UTC';
