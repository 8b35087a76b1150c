import { addressOf, type Citizen, register, sendAs } from '../support/citizen';
import { faultsOf, get, send, sql, statements } from '../support/client';
import { unique } from '../support/factory';

let ming: Citizen;
let hua: Citizen;

beforeAll(async () => {
  ming = await register();
  hua = await register(unique('小 華/'));
});

const add = async (email: string, citizen = ming): Promise<number> =>
  (await sendAs(citizen, 'POST', citizen.path, { email })).body.id;

const rowsOf = async (citizen = ming) => (await sendAs(citizen, 'GET', citizen.path)).body.rows;

const primaryOf = async (citizen = ming): Promise<string[]> =>
  (await rowsOf(citizen))
    .filter(({ is_primary }: { is_primary: boolean }) => is_primary)
    .map(({ email }: { email: string }) => email);

describe('the addresses of a citizen', () => {
  it('begin with the log-in e-mail: primary, private, not verified', async () => {
    const { body, status } = await sendAs(hua, 'GET', hua.path);
    expect([status, body]).toEqual([
      200,
      {
        rows: [
          { id: expect.any(Number), email: hua.email, is_primary: true, is_verified: false, visibility: 'private' },
        ],
        totalRowCount: 1,
      },
    ]);
  });

  it('cost one statement', async () => {
    await sendAs(ming, 'GET', ming.path);
    expect(await statements(() => sendAs(ming, 'GET', ming.path))).toBe(1);
    expect(await statements(() => sendAs(hua, 'GET', ming.path))).toBe(1);
  });

  it('become more: a new one is private, not primary, not verified', async () => {
    const email = `New.${addressOf('b')}`;
    const { status, body, headers } = await sendAs(ming, 'POST', ming.path, { email: ` ${email} `, colour: 1 });
    expect([status, body]).toEqual([
      201,
      { id: expect.any(Number), email, is_primary: false, is_verified: false, visibility: 'private' },
    ]);
    expect(headers.get('location')).toBe(ming.path);
    expect(headers.get('ignored-fields')).toBe('colour');
    expect((await rowsOf()).at(-1)).toEqual(body);
  });

  it('are unique for a citizen, ignoring case; another citizen may have the same one', async () => {
    const email = addressOf('twice');
    await add(email);
    const again = await sendAs(ming, 'POST', ming.path, { email: email.toUpperCase() });
    expect([again.status, again.body.message, faultsOf(again)]).toEqual([409, 'CONFLICT', ['email TAKEN']]);
    expect((await sendAs(hua, 'POST', hua.path, { email })).status).toBe(201);
  });

  it('are added once when two requests come at the same time', async () => {
    const email = addressOf('race');
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendAs(ming, 'POST', ming.path, { email })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  it.each([
    [{}, 'REQUIRED'],
    [{ email: null }, 'REQUIRED'],
    [{ email: '' }, 'REQUIRED'],
    [{ email: ['a@b.tw'] }, 'INVALID_TYPE'],
    [{ email: 'nobody' }, 'INVALID_VALUE'],
    [{ email: 'a@localhost' }, 'INVALID_VALUE'],
    [{ email: 'a@b.tw, c@d.tw' }, 'INVALID_VALUE'],
    [{ email: 'a@b.tw\r\nBcc: c@d.tw' }, 'INVALID_VALUE'],
    [{ email: '"<a@b.tw>" <c@d.tw>' }, 'INVALID_VALUE'],
    [{ email: `${'a'.repeat(250)}@b.tw` }, 'INVALID_VALUE'],
  ])('refuse %j', async (body, code) => {
    const answer = await sendAs(ming, 'POST', ming.path, body);
    expect([answer.status, answer.body.message, faultsOf(answer)]).toEqual([400, 'INVALID_INPUT', [`email ${code}`]]);
  });

  it('are at most twenty', async () => {
    const citizen = await register();
    for (let each = 1; each < 20; each += 1) await add(addressOf('n'), citizen);
    const answer = await sendAs(citizen, 'POST', citizen.path, { email: addressOf('n') });
    expect([answer.status, faultsOf(answer)]).toEqual([409, ['email TOO_MANY']]);
    expect(await rowsOf(citizen)).toHaveLength(20);
  });

  it('are removed by a body or by the query, whatever the case', async () => {
    const [one, two] = [addressOf('one'), addressOf('two')];
    await add(one);
    await add(two);
    const removed = await sendAs(ming, 'DELETE', ming.path, { email: one.toUpperCase() });
    expect([removed.status, removed.text]).toEqual([204, '']);
    expect((await sendAs(ming, 'DELETE', `${ming.path}?email=${encodeURIComponent(two)}`)).status).toBe(204);
    const left = (await rowsOf()).map(({ email }: { email: string }) => email);
    expect(left).not.toContain(one);
    expect(left).not.toContain(two);
    expect((await sendAs(ming, 'DELETE', ming.path, { email: one })).status).toBe(404);
    expect(faultsOf(await sendAs(ming, 'DELETE', `${ming.path}?email=a@b.tw`, { email: one }))).toEqual([
      'email MISMATCH',
    ]);
  });

  it('are not removed without a name, and not when it is the primary one', async () => {
    expect(faultsOf(await sendAs(ming, 'DELETE', ming.path))).toEqual(['email REQUIRED']);
    expect(faultsOf(await sendAs(ming, 'DELETE', `${ming.path}?mail=x`))).toEqual(['mail UNKNOWN_PARAMETER']);
    const [primary = ''] = await primaryOf();
    const answer = await sendAs(ming, 'DELETE', ming.path, { email: primary });
    expect([answer.status, answer.body.message, faultsOf(answer)]).toEqual([409, 'CONFLICT', ['email INVALID_VALUE']]);
    expect(await primaryOf()).toEqual([primary]);
  });

  it('have one that is primary, and another one when asked', async () => {
    const before = await primaryOf();
    const email = addressOf('primary');
    const number = await add(email);
    const answer = await sendAs(ming, 'PATCH', `${ming.path}/${number}/set_primary`);
    expect([answer.status, answer.body]).toEqual([
      200,
      { id: number, email, is_primary: true, is_verified: false, visibility: 'private' },
    ]);
    expect(await primaryOf()).toEqual([email]);
    expect((await sendAs(ming, 'PATCH', `${ming.path}/${number}/set_primary`, {})).status).toBe(200);
    expect(await primaryOf()).toEqual([email]);
    expect((await sendAs(ming, 'DELETE', ming.path, { email: before[0] })).status).toBe(204);
  });

  it('have exactly one that is primary after many requests at the same time', async () => {
    const numbers = [await add(addressOf('p')), await add(addressOf('q')), await add(addressOf('r'))];
    const answers = await Promise.all(
      [...numbers, ...numbers].map((number) => sendAs(ming, 'PATCH', `${ming.path}/${number}/set_primary`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await primaryOf()).toHaveLength(1);
  });

  it('cannot have none that is primary, nor two, nor one address twice, not even in SQL', async () => {
    await expect(
      sql('update citizen_emails set is_primary = false where citizen_id = $1', [ming.account]),
    ).rejects.toThrow(/exactly one primary/);

    const other = await add(addressOf('sql'));
    await expect(sql('update citizen_emails set is_primary = true where number = $1', [other])).rejects.toThrow(
      /citizen_emails_primary_uq/,
    );
    const [primary = ''] = await primaryOf();
    await expect(
      sql('update citizen_emails set email = $2 where number = $1', [other, primary.toUpperCase()]),
    ).rejects.toThrow(/citizen_emails_address_uq/);
  });

  it('are shown or hidden', async () => {
    const number = await add(addressOf('shown'));
    for (const visibility of ['public', 'private']) {
      const answer = await sendAs(ming, 'PATCH', `${ming.path}/${number}/visibility`, { visibility });
      expect([answer.status, answer.body.visibility]).toEqual([200, visibility]);
    }
    for (const [body, fault] of [
      [{ visibility: 'secret' }, 'visibility INVALID_VALUE'],
      [{ visibility: 1 }, 'visibility INVALID_VALUE'],
      [{}, 'visibility REQUIRED'],
    ] as const) {
      expect(faultsOf(await sendAs(ming, 'PATCH', `${ming.path}/${number}/visibility`, body))).toEqual([fault]);
    }
  });

  it.each(['0', '-1', 'x', '2147483647', '99999999999'])('have none with the identifier %s', async (number) => {
    expect((await sendAs(ming, 'PATCH', `${ming.path}/${number}/set_primary`)).status).toBe(404);
    expect((await sendAs(ming, 'PATCH', `${ming.path}/${number}/visibility`, { visibility: 'public' })).status).toBe(
      404,
    );
    expect((await sendAs(ming, 'GET', `${ming.path}/${number}/request_verification`)).status).toBe(404);
  });

  it('have none of another citizen', async () => {
    const [{ id }] = await rowsOf(hua);
    expect((await sendAs(ming, 'PATCH', `${ming.path}/${id}/set_primary`)).status).toBe(404);
    expect((await sendAs(ming, 'DELETE', ming.path, { email: hua.email })).status).toBe(404);
    expect((await rowsOf(hua))[0]).toMatchObject({ id, is_primary: true });
  });

  it('belong to one account for each handle, however many register at once', async () => {
    const handle = unique('twin');
    const results = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(() => register(handle)));
    const twins = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(twins).toHaveLength(1);
    expect(await rowsOf(twins[0])).toMatchObject([{ email: twins[0]?.email }]);
  });

  it('are those of a handle of any length and any characters', async () => {
    const citizen = await register(`${unique('長')}${'名/%41?#'.repeat(30)}`.slice(0, 200));
    expect(await rowsOf(citizen)).toMatchObject([{ email: citizen.email }]);
  });

  it('get their first one again when it was lost before it was there', async () => {
    const citizen = await register();
    await sql('delete from citizen_emails where citizen_id = $1', [citizen.account]);
    await sql('update up_users set email = $1 where id = $2', [citizen.email, citizen.account]);
    const email = addressOf('second');
    await add(email, citizen);
    expect(await rowsOf(citizen)).toMatchObject([
      { email: citizen.email, is_primary: true },
      { email, is_primary: false },
    ]);
  });

  it('take letters that are not Latin', async () => {
    const email = `${unique('使用者')}@例え.jp`;
    expect((await sendAs(ming, 'POST', ming.path, { email })).body).toMatchObject({ email });
  });

  it('show when they were made and changed, when asked', async () => {
    const [row] = (await sendAs(ming, 'GET', `${ming.path}?full`)).body.rows;
    expect(Date.parse(row.create_date)).toBeLessThanOrEqual(Date.parse(row.update_date));
    expect((await sendAs(ming, 'GET', `${ming.path}?page=0`)).status).toBe(400);
  });

  it('go with the account', async () => {
    const citizen = await register();
    await add(addressOf('gone'), citizen);
    await sql('delete from up_users where id = $1', [citizen.account]);
    expect(
      await sql('select 1 from citizen_emails where citizen_id = $1 or citizen_id is null', [citizen.account]),
    ).toEqual([]);
  });
});

describe('who may see and change them', () => {
  it('nobody without a credential', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['DELETE', ''],
      ['GET', '/1/request_verification'],
      ['PATCH', '/1/visibility'],
      ['PATCH', '/1/set_primary'],
    ] as const) {
      const answer = await send(method, `${ming.path}${path}`, undefined, { as: 'public' });
      expect([answer.status, answer.body.message]).toEqual([401, 'UNAUTHENTICATED']);
    }
  });

  it('another citizen sees those that are public and verified, and changes none', async () => {
    const [open, unverified] = [await add(addressOf('open')), await add(addressOf('unverified'))];
    for (const number of [open, unverified])
      await sendAs(ming, 'PATCH', `${ming.path}/${number}/visibility`, { visibility: 'public' });
    await sql('update citizen_emails set is_verified = true where number = $1', [open]);
    const seen = await sendAs(hua, 'GET', ming.path);
    expect([seen.status, seen.body.totalRowCount]).toEqual([200, 1]);
    expect(seen.body.rows[0]).toMatchObject({ id: open, is_verified: true, visibility: 'public' });
    expect((await sendAs(hua, 'POST', ming.path, { email: addressOf('x') })).status).toBe(403);
    expect((await sendAs(hua, 'DELETE', ming.path, { email: ming.email })).status).toBe(403);
    expect((await sendAs(hua, 'PATCH', `${ming.path}/${open}/set_primary`)).status).toBe(403);
    expect((await sendAs(hua, 'PATCH', `${ming.path}/${open}/visibility`, { visibility: 'private' })).status).toBe(403);
    expect((await sendAs(hua, 'GET', `${ming.path}/${open}/request_verification`)).status).toBe(403);
  });

  it('a handle that nobody has answers another citizen as one that is not theirs', async () => {
    const [nobody, somebody] = [`/citizen/${unique('nobody')}/emails`, (await register()).path];
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['POST', '', { email: addressOf('x') }],
      ['DELETE', '', { email: addressOf('x') }],
      ['GET', '/1/request_verification', undefined],
      ['PATCH', '/1/visibility', { visibility: 'public' }],
      ['PATCH', '/1/set_primary', undefined],
    ] as const) {
      const [one, other] = [
        await sendAs(hua, method, `${nobody}${path}`, body),
        await sendAs(hua, method, `${somebody}${path}`, body),
      ];
      expect([one.status, one.text]).toEqual([other.status, other.text]);
    }
  });

  it('an editor reads all of them, has some of their own, and changes no others', async () => {
    const seen = await get(ming.path);
    expect(seen.body).toEqual((await sendAs(ming, 'GET', ming.path)).body);
    expect((await get(`/citizen/${unique('nobody')}/emails`)).status).toBe(404);
    expect((await send('POST', ming.path, { email: addressOf('x') })).status).toBe(403);
    expect((await get('/citizen/editor/emails')).body.rows[0]).toMatchObject({ is_primary: true });
    const own = await send('POST', '/citizen/editor/emails', { email: addressOf('own') });
    expect(own.status).toBe(201);
  });

  it('a query with a parameter that is not known is refused', async () => {
    expect(faultsOf(await sendAs(ming, 'GET', `${ming.path}?q=1`))).toEqual(['q UNKNOWN_PARAMETER']);
    expect((await sendAs(ming, 'GET', `${ming.path}?all&page=1`)).status).toBe(200);
  });
});
