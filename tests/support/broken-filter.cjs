// A test loads this into a command: gives the bills' filter "act" a condition that PostgreSQL refuses.
const path = require('node:path');

const built = path.join(__dirname, '..', '..', 'dist', 'src');
const { sql } = require(path.join(built, 'plugins/rostra/server/src/sql/sql.js'));
const { bill } = require(path.join(built, 'api/bill/resource.js'));

bill.filters.act.where = () => sql`no_such_column = 1`;
