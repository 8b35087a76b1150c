import type { Connection } from 'pg';
import Cursor from 'pg-cursor';
import type { Statement } from '../sql/sql';

/** The statements whose plans a connection keeps, by name; the driver's types omit it. */
type DriverConnection = Connection & { parsedStatements: Record<string, string> };

/**
 * A cursor over the rows of a statement, each an array of columns. The connection keeps the statement's plan under its name,
 * as for other statements: planning a list takes longer than reading a short one, and pg-cursor itself plans it every time.
 */
export function cursorOf<Row extends unknown[]>(
  statement: Statement,
  parameters: Readonly<Record<string, unknown>>,
): Cursor<Row> {
  const { name, text } = statement;
  const cursor = new Cursor<Row>(text, statement.values(parameters), { rowMode: 'array' });
  const submit = cursor.submit.bind(cursor);
  const submitNamed = (connection: Connection) => {
    const { parsedStatements } = connection as DriverConnection;
    const { parse, bind } = connection;
    connection.parse = (query, more) => {
      if (parsedStatements[name] === undefined) parse.call(connection, { ...query, name }, more);
    };
    connection.bind = (config, more) => bind.call(connection, { ...config, statement: name }, more);
    try {
      submit(connection);
    } finally {
      Object.assign(connection, { parse, bind });
    }
  };
  // The driver notes the name as parsed when the server has parsed it.
  return Object.assign(cursor, { name, submit: submitNamed });
}
