import { addressOf, type Citizen, register, sendAs } from '../support/citizen';
import { send, sql } from '../support/client';

let ming: Citizen;
let hua: Citizen;

beforeAll(async () => {
  ming = await register();
  hua = await register();
});

const add = async (email: string, citizen = ming): Promise<number> =>
  (await sendAs(citizen, 'POST', citizen.path, { email })).body.id;

const rowsOf = async (citizen = ming) => (await sendAs(citizen, 'GET', citizen.path)).body.rows;

describe('citizens in the admin panel', () => {
  const UID = 'api::citizen-email.citizen-email';
  const panel = (method: string, path: string, body?: unknown) =>
    send(method, `/content-manager/collection-types/${UID}${path}`, body, { as: 'admin' });
  const documentOf = async (number: number) =>
    (await sql('select document_id from citizen_emails where number = $1', [number]))[0]?.document_id as string;

  it('lists them, opens one, saves it, and gives it to another citizen', async () => {
    const number = await add(addressOf('panel'));
    expect((await panel('GET', '?page=1&pageSize=10')).status).toBe(200);
    const document = await documentOf(number);
    expect((await panel('GET', `/${document}`)).status).toBe(200);
    const [user] = await sql('select document_id from up_users where id = $1', [hua.account]);
    const saved = await panel('PUT', `/${document}`, {
      visibility: 'public',
      citizen: { connect: [{ documentId: user?.document_id }], disconnect: [] },
    });
    expect([saved.status, saved.text]).toEqual([200, saved.text]);
    expect((await rowsOf(hua)).find(({ id }: { id: number }) => id === number)).toMatchObject({ visibility: 'public' });
  });

  it('keeps one that is primary, a citizen for each, and addresses that are some', async () => {
    const [{ id }] = (await rowsOf(hua)).filter(({ is_primary }: { is_primary: boolean }) => is_primary);
    const document = await documentOf(id);
    const [user] = await sql('select document_id from up_users where id = $1', [hua.account]);
    const citizen = { documentId: user?.document_id };
    for (const [method, path, body, status] of [
      ['PUT', `/${document}`, { is_primary: false }, 409],
      ['PUT', `/${document}`, { citizen: { connect: [], disconnect: [citizen] } }, 400],
      ['PUT', `/${document}`, { email: 'x@y.tw, z@y.tw' }, 400],
      ['POST', '', { email: addressOf('nobody'), visibility: 'private' }, 400],
      ['POST', '', { email: 'nothing', visibility: 'private', citizen: { connect: [citizen] } }, 400],
    ] as const) {
      const refused = await panel(method, path, body);
      expect([body, refused.status]).toEqual([body, status]);
    }
    expect((await rowsOf(hua)).find((row: { id: number }) => row.id === id)).toMatchObject({ is_primary: true });
  });

  it('moves the log-in along when it verifies the primary one', async () => {
    const citizen = await register();
    const email = addressOf('verified');
    const number = await add(email, citizen);
    await sendAs(citizen, 'PATCH', `${citizen.path}/${number}/set_primary`);
    expect((await panel('PUT', `/${await documentOf(number)}`, { is_verified: true })).status).toBe(200);
    expect(await sql('select email from up_users where id = $1', [citizen.account])).toEqual([{ email }]);
  });

  it('does not delete the primary one', async () => {
    const [{ id }] = (await rowsOf(hua)).filter(({ is_primary }: { is_primary: boolean }) => is_primary);
    const refused = await panel('DELETE', `/${await documentOf(id)}`);
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('primary')]);
  });
});
