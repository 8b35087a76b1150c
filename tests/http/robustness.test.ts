import { connect } from 'node:net';
import { faultsOf, get, patch, post, testService } from '../support/client';
import { make, unique } from '../support/factory';
import { credentialOf, sendExact } from '../support/send-exact';

const BILLS = '/console/lab/rs_bills';
const TAGS = '/console/lab/rs_tags';

const NOT_FOUND = { status: 404, body: { statusCode: 404, message: 'NOT_FOUND' } };

it('answers invalid HTTP in the error format', async () => {
  const { hostname, port } = new URL(testService.url);
  const answer = await new Promise<string>((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () =>
      socket.write('GET /console/lab/rs_tags?name=婚 HTTP/1.1\r\nhost: x\r\n\r\n'),
    );
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ statusCode: 400, message: 'INVALID_INPUT' });
});

describe('a path', () => {
  it('has one form for each record', async () => {
    const { id } = await make('tag');
    expect((await get(`${TAGS}/${id}`)).status).toBe(200);
    for (const other of [`0${id}`, `000${id}`, `+${id}`, `${id}.0`, `%20${id}`]) {
      expect([other, (await get(`${TAGS}/${other}`)).status]).toEqual([other, 404]);
    }
  });

  it.each([`/${TAGS}`, `///${TAGS}`, '//openapi.json', '/console//lab/rs_tags', `${TAGS}/`])(
    'with slashes too many is answered in our shape: %s',
    async (path) => {
      const { status, body } = await sendExact({ path, headers: credentialOf('editor') });
      expect({ status, body }).toEqual(NOT_FOUND);
    },
  );
});

describe('a body of many faults', () => {
  it('is answered with the first of them, and with the number of those listed', async () => {
    const rows = '{},'.repeat(20_000);
    const answer = await post(BILLS, `{"act_features":[${rows}{}]}`);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toHaveLength(1_001);
    expect(answer.body.errors.at(-1)).toMatchObject({ path: '', code: 'TOO_MANY' });
    expect(answer.text.length).toBeLessThan(150_000);
  });

  it('still names the faults of references when they are few', async () => {
    const answer = await post(BILLS, { act_id: 2_000_000_000, is_law: 'x', act_features: [] });
    expect(faultsOf(answer)).toEqual(['act_id UNKNOWN_REFERENCE', 'is_law INVALID_TYPE']);
  });

  it('of unknown references is answered likewise', async () => {
    const sponsors = Array.from({ length: 45_000 }, (_, index) => 1_000_000_000 + index);
    const answer = await patch(`${BILLS}/${(await make('bill')).id}`, { sponsors });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toHaveLength(1_001);
    expect(answer.body.errors[0]).toMatchObject({ path: 'sponsors[0]', code: 'UNKNOWN_REFERENCE' });
  });
});

describe('a body of many unknown fields', () => {
  it('is written, and some of them are named', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 9_000 }, (_, index) => [`field_${index}`, index]));
    const answer = await post(TAGS, { name: unique('標籤'), ...unknown });
    expect(answer.status).toBe(201);
    const header = answer.headers.get('ignored-fields') ?? '';
    expect(header).toMatch(/^field_0, field_1, .*, \.\.\.$/);
    expect(header.length).toBeLessThan(2_010);
  });
});

describe('tags', () => {
  it('are identifiers when they are numbers, blanks or not, and names otherwise', async () => {
    const [first, second] = [await make('tag'), await make('tag')];
    const name = unique('標籤');
    const bill = await make('bill', { tags: [`${first.id} `, ` ${name} `, second.id] });
    const named = (await get(`${TAGS}?name=${encodeURIComponent(name)}`)).body.rows;
    expect(named).toEqual([{ id: bill.tags[1], name }]);
    expect(bill.tags).toEqual([first.id, named[0].id, second.id]);
    const answer = await patch(`${BILLS}/${bill.id}`, { tags: ['-3', '+3'] });
    expect(faultsOf(answer)).toEqual(['tags[0] INVALID_TYPE', 'tags[1] INVALID_TYPE']);
  });
});
