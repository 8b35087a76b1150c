import { type Answer, get, send } from '../support/client';
import { make } from '../support/factory';

/**
 * Every operation of the specification: method, path, paging of a list, filters (`name=` exact, `name~` partial), and who
 * may call it: `public`, `editor` or `citizen`.
 */
const SPECIFIED = `
GET    /console/lab/rs_bills                    | YES | st= act= term= principle_sponsor_type= principle_sponsor_value= principle_sponsor_party= | editor
GET    /console/lab/rs_bills/{id}               |     |                                       | editor
POST   /console/lab/rs_bills                    |     |                                       | editor
PATCH  /console/lab/rs_bills/{id}               |     |                                       | editor
DELETE /console/lab/rs_bills/{id}               |     |                                       | editor

GET    /console/lab/rs_votes                    | YES | st= term=                             | editor
GET    /console/lab/rs_votes/{id}               |     |                                       | editor
POST   /console/lab/rs_votes                    |     |                                       | editor
PATCH  /console/lab/rs_votes/{id}               |     |                                       | editor
DELETE /console/lab/rs_votes/{id}               |     |                                       | editor

GET    /console/lab/terms                       | NO  | term=                                 | editor
GET    /console/lab/terms/{id}                  |     |                                       | editor
POST   /console/lab/terms                       |     |                                       | editor
PATCH  /console/lab/terms/{id}                  |     |                                       | editor
DELETE /console/lab/terms/{id}                  |     |                                       | editor

GET    /console/lab/acts                        | NO  | title~ st=                            | editor
GET    /console/lab/acts/{id}                   |     |                                       | editor
POST   /console/lab/acts                        |     |                                       | editor
PATCH  /console/lab/acts/{id}                   |     |                                       | editor
DELETE /console/lab/acts/{id}                   |     |                                       | editor

GET    /console/lab/general_topics              | NO  | title~                                | editor
GET    /console/lab/general_topics/{id}         |     |                                       | editor
POST   /console/lab/general_topics              |     |                                       | editor
PATCH  /console/lab/general_topics/{id}         |     |                                       | editor
DELETE /console/lab/general_topics/{id}         |     |                                       | editor

GET    /console/lab/specific_topics             | NO  | title~ gt= act=                       | editor
GET    /console/lab/specific_topics/{id}        |     |                                       | editor
POST   /console/lab/specific_topics             |     |                                       | editor
PATCH  /console/lab/specific_topics/{id}        |     |                                       | editor
DELETE /console/lab/specific_topics/{id}        |     |                                       | editor

GET    /console/lab/topic_relations             | NO  | from_type= from_id= to_type= to_id= search_directionally= | editor
GET    /console/lab/topic_relations/{id}        |     |                                       | editor
POST   /console/lab/topic_relations             |     |                                       | editor
PATCH  /console/lab/topic_relations/{id}        |     |                                       | editor
DELETE /console/lab/topic_relations/{id}        |     |                                       | editor

GET    /console/lab/caucuses                    | NO  | name~                                 | editor
GET    /console/lab/caucuses/{id}               |     |                                       | editor
POST   /console/lab/caucuses                    |     |                                       | editor
PATCH  /console/lab/caucuses/{id}               |     |                                       | editor
DELETE /console/lab/caucuses/{id}               |     |                                       | editor

GET    /console/lab/bill_data_sets              | NO  | name~ term= st= act= act_dir=         | editor
GET    /console/lab/bill_data_sets/{id}         |     |                                       | editor
POST   /console/lab/bill_data_set               |     |                                       | editor
PATCH  /console/lab/bill_data_set/{id}          |     |                                       | editor
DELETE /console/lab/bill_data_set/{id}          |     |                                       | editor

GET    /console/lab/statement_data_sets         | NO  | name~ term= st= st_question=          | editor
GET    /console/lab/statement_data_sets/{id}    |     |                                       | editor
POST   /console/lab/statement_data_set          |     |                                       | editor
PATCH  /console/lab/statement_data_set/{id}     |     |                                       | editor
DELETE /console/lab/statement_data_set/{id}     |     |                                       | editor

GET    /console/lab/data_reports                | NO  | st=                                   | editor
GET    /console/lab/data_report/{id}            |     |                                       | editor
POST   /console/lab/data_report                 |     |                                       | editor
PATCH  /console/lab/data_report/{id}            |     |                                       | editor
DELETE /console/lab/data_report/{id}            |     |                                       | editor

GET    /console/lab/topic_overviews             | NO  | st= title~                            | editor
GET    /console/lab/topic_overview/{id}         |     |                                       | editor
POST   /console/lab/topic_overview              |     |                                       | editor
PATCH  /console/lab/topic_overview/{id}         |     |                                       | editor
DELETE /console/lab/topic_overview/{id}         |     |                                       | editor

GET    /console/lab/insights                    | NO  | st= doc=                              | editor
GET    /console/lab/insight/{id}                |     |                                       | editor
POST   /console/lab/insight                     |     |                                       | editor
PATCH  /console/lab/insight/{id}                |     |                                       | editor
DELETE /console/lab/insight/{id}                |     |                                       | editor

GET    /console/comp/figures                    | YES | title~                                | editor
GET    /console/comp/figure/{id}                |     |                                       | editor
POST   /console/comp/figure                     |     |                                       | editor
PATCH  /console/comp/figure/{id}                |     |                                       | editor
DELETE /console/comp/figure/{id}                |     |                                       | editor

GET    /console/comp/timeline_events            | YES | date= type= q~                        | editor
GET    /console/comp/timeline_events/{id}       |     |                                       | editor
POST   /console/comp/timeline_events            |     |                                       | editor
PATCH  /console/comp/timeline_events/{id}       |     |                                       | editor
DELETE /console/lab/timeline_events/{id}        |     |                                       | editor

GET    /comp/timelines                          | NO  |                                       | public
GET    /comp/timelines/{id}                     |     |                                       | editor
POST   /comp/timelines                          |     |                                       | editor
PATCH  /comp/timelines/{id}                     |     |                                       | editor
DELETE /comp/timelines/{id}                     |     |                                       | editor

GET    /console/park/events                     | YES |                                       | public
GET    /console/park/events/{id}                |     |                                       | public
POST   /console/park/events                     |     |                                       | editor
PATCH  /console/park/events/{id}                |     |                                       | editor

GET    /citizen/{handle}/emails                 | NO  |                                       | citizen
POST   /citizen/{handle}/emails                 |     |                                       | citizen
DELETE /citizen/{handle}/emails                 |     |                                       | citizen
GET    /citizen/{handle}/emails/{emailID}/request_verification | | | citizen
GET    /citizen/{handle}/emails/{emailID}/confirm_verification/{token} | | | public
PATCH  /citizen/{handle}/emails/{emailID}/visibility | | | citizen
PATCH  /citizen/{handle}/emails/{emailID}/set_primary | | | citizen
`;

/** Operations that the console's pickers need beyond the specification (conventions 7.1). */
const OURS = `
${records('parties', 'NO  | name~')}
${records('reps', 'YES | name~ term= district= party=')}
${records('act_dirs', 'NO  | st=')}
${records('st_questions', 'NO  | st=')}
${records('act_features', 'YES | st= act= act_dir=')}
${records('rs_tags', 'NO  | name~')}
${records('legislative_steps', 'NO  | name~')}
${records('gov_agencies', 'NO  | name~')}
${records('personas', 'NO  | name~')}
${records('docs', 'NO  | title~')}
${records('committees', 'NO  | name~')}
${records('zones', 'NO  | name~')}

GET    /console/lab/term_sessions     | NO  | term  | editor
GET    /console/lab/term_parties      | NO  | term  | editor
GET    /console/lab/term_caucuses     | NO  | term  | editor
GET    /console/lab/term_districts    | NO  | term  | editor

GET    /c0ngress/date_to_term         |     | date  | public
GET    /c0ngress/unique_districts     | NO  |       | public
GET    /c0ngress/legislative_steps    | NO  |       | public
GET    /c0ngress/gov_agencies         | NO  |       | public
GET    /c0ngress/zones                | NO  |       | public
`;

function records(name: string, list: string): string {
  const path = `/console/lab/${name}`;
  const others = [`GET ${path}/{id}`, `POST ${path}`, `PATCH ${path}/{id}`, `DELETE ${path}/{id}`];
  return [`GET ${path} | ${list} | editor`, ...others.map((each) => `${each} | | | editor`)].join('\n');
}

interface Operation {
  method: string;
  path: string;
  /** `YES` or `NO` for a list; otherwise empty. */
  paging: string;
  filters: string[];
  access: string;
}

const operationsIn = (table: string): Operation[] =>
  table
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [operation = '', paging = '', filters = '', access = ''] = line.split('|').map((cell) => cell.trim());
      const [method = '', path = ''] = operation.split(/\s+/);
      return { method, path, paging, filters: filters.split(/\s+/).filter(Boolean).sort(), access };
    });

const specified = operationsIn(SPECIFIED);
const HISTORY = `
GET /console/changes | NO | | editor
GET /console/deleted | NO | | editor
`;
/** Every record that can be read has a history, and can be restored. */
const historyOf = ({ path }: Operation): Operation[] => [
  { method: 'GET', path: `${path}/history`, paging: 'NO', filters: [], access: 'editor' },
  { method: 'GET', path: `${path}/history/{change}`, paging: '', filters: [], access: 'editor' },
  { method: 'POST', path: `${path}/restore`, paging: '', filters: [], access: 'editor' },
];
const declared = [...specified, ...operationsIn(OURS)];
const ours = [
  ...operationsIn(OURS),
  ...operationsIn(HISTORY),
  ...declared.filter(({ method, path }) => method === 'GET' && path.endsWith('/{id}')).flatMap(historyOf),
];
const all = [...specified, ...ours];
const isList = ({ paging }: Operation): boolean => paging !== '';
const nameOf = (filter: string): string => filter.replace(/[=~]$/, '');

describe('the description of the interface', () => {
  let document: Answer['body'];

  beforeAll(async () => {
    document = (await get('/openapi.json', { as: 'public' })).body;
  });

  const resolve = (value: Answer['body']): Answer['body'] =>
    value?.$ref
      ? value.$ref
          .slice(2)
          .split('/')
          .reduce((at: Answer['body'], step: string) => at[step], document)
      : value;

  /** Returns the operations of the description in the format of the tables. */
  const described = (isExtension: boolean): Operation[] =>
    Object.entries<Answer['body']>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Answer['body']>(methods)
        .filter(([, operation]) => (operation['x-extension'] ?? false) === isExtension)
        .map(([method, operation]) => ({
          method: method.toUpperCase(),
          path,
          paging: pagingOf(operation),
          filters: filtersOf(operation),
          access: accessOf(operation),
        })),
    );

  function pagingOf({ responses }: Answer['body']): string {
    const { properties = {} } = resolve(responses['200']?.content?.['application/json']?.schema) ?? {};
    if (!('rows' in properties)) return '';
    return 'paging' in properties ? 'YES' : 'NO';
  }

  const queryOf = ({ parameters = [] }: Answer['body']): Answer['body'][] =>
    parameters.map(resolve).filter((each: Answer['body']) => each.in === 'query' && !each['x-extension']);

  const filtersOf = (operation: Answer['body']): string[] =>
    queryOf(operation)
      .filter(({ name }) => name !== 'page' && name !== 'all')
      .map(({ name, description }) => {
        const match: string | undefined = /\((exact|partial)\)$/.exec(description)?.[1];
        return `${name}${match === 'exact' ? '=' : match === 'partial' ? '~' : ''}`;
      })
      .sort();

  function accessOf({ security, 'x-roles': roles }: Answer['body']): string {
    expect(security?.length === 0).toBe(roles[0] === 'public');
    return roles[0];
  }

  const sorted = (operations: Operation[]): Operation[] =>
    [...operations].sort((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`));

  it('has every operation of the specification as it is there, and calls none of them ours', () => {
    expect(specified).toHaveLength(91);
    expect(sorted(described(false))).toEqual(sorted(specified));
  });

  it('has the operations that are ours, marked so, and no others', () => {
    expect(operationsIn(OURS)).toHaveLength(69);
    expect(sorted(described(true))).toEqual(sorted(ours));
  });

  it('has page and all where a list is paged, and nowhere else', () => {
    for (const { method, path, paging } of all) {
      const names = queryOf(document.paths[path][method.toLowerCase()]).map(({ name }) => name);
      const common = names.filter((name) => name === 'page' || name === 'all');
      expect([method, path, common]).toEqual([method, path, paging === 'YES' ? ['page', 'all'] : []]);
    }
  });
});

describe('the service', () => {
  let id: number;

  beforeAll(async () => {
    ({ id } = await make('park-event'));
  });

  /** Fills a path's parameters with unknown values, except for the public record and the citizen's handle. */
  const pathOf = ({ path }: Operation): string =>
    path
      .replace('{id}', path.startsWith('/console/park/') ? String(id) : '2147483647')
      .replace('{handle}', 'ming')
      .replace('{emailID}', '2147483647')
      .replace('{token}', 'none');

  const ask = (operation: Operation, as: 'public' | 'citizen' | 'editor'): Promise<Answer> =>
    send(operation.method, pathOf(operation), operation.method === 'GET' ? undefined : {}, { as });

  it('has each operation: a method that no path has is answered with those that it has', async () => {
    for (const operation of all) {
      const answer = await send('PUT', pathOf(operation), {}, { as: 'public' });
      expect([operation.path, answer.status]).toEqual([operation.path, 405]);
      expect(answer.headers.get('allow')?.split(', ')).toContain(operation.method);
    }
  });

  it('asks for a credential, but where everybody may', async () => {
    const strangers = ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'METHOD_NOT_ALLOWED'];
    for (const operation of all) {
      const { status, body } = await ask(operation, 'public');
      const said = [operation.method, operation.path, status, body?.message];
      if (operation.access === 'public') expect(strangers).not.toContain(body?.message);
      else expect(said).toEqual([operation.method, operation.path, 401, 'UNAUTHENTICATED']);
    }
  });

  it('lets citizens do what is theirs and what is everybody’s, and editors what is an editor’s', async () => {
    for (const operation of all) {
      const asCitizen = (await ask(operation, 'citizen')).body?.message;
      expect([operation.method, operation.path, asCitizen === 'FORBIDDEN']).toEqual([
        operation.method,
        operation.path,
        operation.access === 'editor',
      ]);
      if (operation.access === 'citizen') continue;
      const asEditor = (await ask(operation, 'editor')).body?.message;
      expect(['UNAUTHENTICATED', 'FORBIDDEN', 'METHOD_NOT_ALLOWED']).not.toContain(asEditor);
    }
  });

  it('pages the lists that are paged, knows their filters, and no others', async () => {
    // A list of one record is 404 where there is no such record.
    for (const operation of all.filter((each) => isList(each) && !each.path.includes('{id}'))) {
      const as = operation.access === 'citizen' ? 'citizen' : 'editor';
      const path = pathOf(operation);
      const required = operation.filters.filter((filter) => nameOf(filter) === filter).map((name) => `${name}=1`);
      const list = await get(`${path}?${required.join('&')}`, { as });
      expect([path, list.status, 'paging' in list.body]).toEqual([path, 200, operation.paging === 'YES']);
      for (const filter of operation.filters) {
        const query = required.length > 0 ? `${filter}=1` : `${nameOf(filter)}=`;
        expect([path, filter, (await get(`${path}?${query}`, { as })).status]).toEqual([path, filter, 200]);
      }
      const unknown = await get(`${path}?${[...required, 'no_such_filter=1'].join('&')}`, { as });
      expect([path, unknown.status]).toEqual([path, 400]);
    }
  });
});
