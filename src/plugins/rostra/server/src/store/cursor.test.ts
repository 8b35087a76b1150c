import { EventEmitter } from 'node:events';
import type { Connection } from 'pg';
import { compile, parameter, sql } from '../sql/sql';
import { cursorOf } from './cursor';

const statement = compile(sql`select ${parameter('number')}::int`);

/** A connection that notes what it is sent. */
function connectionWith(parsedStatements: Record<string, string>) {
  const parse = jest.fn();
  const bind = jest.fn();
  const sent = { parse, bind, describe: jest.fn(), flush: jest.fn(), parsedStatements };
  return { parse, bind, connection: Object.assign(new EventEmitter(), sent) as EventEmitter as Connection };
}

describe('a cursor', () => {
  it('lets the connection keep the plan of its statement', () => {
    const { parse, bind, connection } = connectionWith({});
    cursorOf(statement, { number: 7 }).submit(connection);
    expect(parse).toHaveBeenCalledWith({ text: statement.text, name: statement.name }, true);
    expect(bind).toHaveBeenCalledWith(expect.objectContaining({ statement: statement.name, values: ['7'] }), true);
  });

  it('uses a plan that the connection has', () => {
    const { parse, bind, connection } = connectionWith({ [statement.name]: statement.text });
    cursorOf(statement, { number: 7 }).submit(connection);
    expect(parse).not.toHaveBeenCalled();
    expect(bind).toHaveBeenCalledWith(expect.objectContaining({ statement: statement.name }), true);
  });

  it('leaves the connection as it was', () => {
    const { parse, bind, connection } = connectionWith({});
    cursorOf(statement, { number: 7 }).submit(connection);
    expect([connection.parse, connection.bind]).toEqual([parse, bind]);
  });
});
