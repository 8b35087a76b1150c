import { createHash } from 'node:crypto';
import { type Citizen, register, sendAs } from '../support/citizen';
import { get, send, sql, testService } from '../support/client';
import { unique } from '../support/factory';
import { type MailServer, startMailServer, startSilentServer } from '../support/mail-server';

let server: MailServer | undefined;

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const listen = async (options?: { refused?: string }): Promise<MailServer> => {
  server = await startMailServer(testService.smtpPort, options);
  return server;
};

const idOf = async (citizen: Citizen): Promise<number> => (await sendAs(citizen, 'GET', citizen.path)).body.rows[0].id;
const recordOf = async (citizen: Citizen, number: number) =>
  (await sendAs(citizen, 'GET', citizen.path)).body.rows.find(({ id }: { id: number }) => id === number);

/** Requests a mail and returns the path of the link in it. */
async function linkFor(citizen: Citizen, number: number): Promise<string> {
  const running = server ?? (await listen());
  const answer = await sendAs(citizen, 'GET', `${citizen.path}/${number}/request_verification`);
  expect(answer.status).toBe(200);
  return linkIn(running.mails.at(-1)?.text);
}

const linkIn = (text: string | undefined): string => {
  const [link = ''] = /https:\/\/\S+/.exec(text ?? '') ?? [];
  return link.replace('https://rostra.example', '');
};

const confirm = (path: string) => get(path, { as: 'public' });
const FAILED = { statusCode: 401, message: 'EMAIL_VERIFY_FAILED' };

async function addTo(citizen: Citizen, email: string): Promise<number> {
  return (await sendAs(citizen, 'POST', citizen.path, { email })).body.id;
}

describe('the mail', () => {
  it('comes over SMTP to the address, in Traditional Chinese and English, as text and HTML, with the link', async () => {
    const citizen = await register(unique('王 小明'));
    const number = await idOf(citizen);
    const { mails } = await listen();
    const answer = await sendAs(citizen, 'GET', `${citizen.path}/${number}/request_verification`);
    expect([answer.status, answer.body]).toEqual([200, { message: 'EMAIL_VERIFY_REQUESTED', email: citizen.email }]);
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.from?.text).toContain('no-reply@rostra.example');
    expect([mail?.to].flat().map((each) => each?.text)).toEqual([citizen.email]);
    expect(mail?.subject).toMatch(/請確認.*Please confirm/);
    const link = linkIn(mail?.text);
    const [, handle = '', rest] = /^\/citizen\/((?:%[0-9A-F]{2})+)(\/.*)$/.exec(link) ?? [];
    expect(decodeURIComponent(handle)).toBe(citizen.handle);
    expect(rest).toMatch(new RegExp(`^/emails/${number}/confirm_verification/[\\w-]{43}$`));
    for (const part of [mail?.text ?? '', String(mail?.html)]) {
      expect(part).toContain('電子郵件地址');
      expect(part).toContain('e-mail address');
      expect(part).toContain(`https://rostra.example${link}`);
      expect(part).not.toContain(citizen.handle);
    }
  });

  it('is not sent for an address that is verified', async () => {
    const citizen = await register();
    const number = await idOf(citizen);
    await confirm(await linkFor(citizen, number));
    const answer = await sendAs(citizen, 'GET', `${citizen.path}/${number}/request_verification`);
    expect([answer.status, answer.body]).toEqual([200, { message: 'EMAIL_VERIFY_REQUESTED', email: citizen.email }]);
    expect(server?.mails).toHaveLength(1);
  });

  it('goes to one address three times an hour, whoever asks', async () => {
    const [citizen, other] = [await register(), await register()];
    const [number, again] = [await idOf(citizen), await addTo(other, citizen.email.toUpperCase())];
    const { mails } = await listen();
    const path = `${citizen.path}/${number}/request_verification`;
    expect((await sendAs(citizen, 'GET', path)).status).toBe(200);
    expect((await sendAs(other, 'GET', `${other.path}/${again}/request_verification`)).status).toBe(200);
    expect((await sendAs(citizen, 'GET', path)).status).toBe(200);
    const refused = await sendAs(citizen, 'GET', path);
    expect([refused.status, refused.body]).toEqual([429, { statusCode: 429, message: 'TOO_MANY_REQUESTS' }]);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(1800);
    expect(wait).toBeLessThanOrEqual(3600);
    expect(mails).toHaveLength(3);
    const elsewhere = await addTo(citizen, `b${citizen.email}`);
    expect((await sendAs(citizen, 'GET', `${citizen.path}/${elsewhere}/request_verification`)).status).toBe(200);
  });

  it('is asked for ten times an hour by one account', async () => {
    const citizen = await register();
    const { mails } = await listen();
    const statuses: number[] = [];
    for (let each = 0; each < 11; each += 1) {
      const number = await addTo(citizen, `n${each}-${citizen.email}`);
      statuses.push((await sendAs(citizen, 'GET', `${citizen.path}/${number}/request_verification`)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect(mails).toHaveLength(10);
  });

  it('that cannot be sent is 503, counts for nothing, and leaves the link before it', async () => {
    const citizen = await register();
    const number = await idOf(citizen);
    const link = await linkFor(citizen, number);
    await server?.stop();
    server = undefined;
    for (let each = 0; each < 4; each += 1) {
      const answer = await sendAs(citizen, 'GET', `${citizen.path}/${number}/request_verification`);
      expect([answer.status, answer.body]).toEqual([503, { statusCode: 503, message: 'UNAVAILABLE' }]);
      expect(answer.headers.get('retry-after')).toBe('60');
    }
    const [tokens] = await sql(
      'select count(*)::int as count from rostra_email_tokens t join citizen_emails e on e.id = t.address where e.number = $1',
      [number],
    );
    expect(tokens).toEqual({ count: 1 });
    expect((await confirm(link)).status).toBe(200);
  });

  it('to an address that the mail server refuses is a fault of the address', async () => {
    const citizen = await register();
    const number = await idOf(citizen);
    await listen({ refused: citizen.email });
    const answer = await sendAs(citizen, 'GET', `${citizen.path}/${number}/request_verification`);
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'email']);
  });

  it('that takes its time holds no connection of the database', async () => {
    const asking: [Citizen, number][] = [];
    for (const citizen of [await register(), await register()]) {
      asking.push([citizen, await idOf(citizen)]);
      for (let each = 1; each < 10; each += 1)
        asking.push([citizen, await addTo(citizen, `n${each}-${citizen.email}`)]);
    }
    const silent = await startSilentServer(testService.smtpPort);
    const requests = asking.map(([citizen, number]) =>
      sendAs(citizen, 'GET', `${citizen.path}/${number}/request_verification`),
    );
    await silent.called;
    const [busy] = await sql(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'",
    );
    expect(busy).toEqual({ count: 0 });
    expect((await get('/console/lab/rs_bills')).status).toBe(200);
    await silent.stop();
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(asking.map(() => 503));
  });
});

describe('the link', () => {
  it('verifies the address, and again as long as it lasts', async () => {
    const citizen = await register();
    const number = await idOf(citizen);
    const link = await linkFor(citizen, number);
    for (let each = 0; each < 2; each += 1) {
      const answer = await confirm(link);
      expect([answer.status, answer.body]).toEqual([200, { message: 'EMAIL_VERIFY_SUCCESS', email: citizen.email }]);
    }
    expect(await recordOf(citizen, number)).toMatchObject({ is_verified: true, is_primary: true });
  });

  it('does nothing when only the head of its answer is asked for', async () => {
    const citizen = await register();
    const number = await idOf(citizen);
    const link = await linkFor(citizen, number);
    for (const path of [link, `${citizen.path}/${number}/request_verification`]) {
      const head = await send('HEAD', path, undefined, { authorization: citizen.authorization });
      expect([head.status, head.headers.get('allow')]).toEqual([405, 'GET']);
    }
    expect(server?.mails).toHaveLength(1);
    expect(await recordOf(citizen, number)).toMatchObject({ is_verified: false });
  });

  it('shows a page to browsers', async () => {
    const citizen = await register();
    const link = await linkFor(citizen, await idOf(citizen));
    const ask = (path: string) =>
      fetch(`${testService.url}${path}`, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    const wrong = await ask(`${link.slice(0, -1)}_`);
    expect([wrong.status, wrong.headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
    const right = await ask(link);
    expect(right.status).toBe(200);
    expect(await right.text()).toMatch(/已確認[\s\S]*confirmed/);
  });

  it('is kept as a hash only', async () => {
    const citizen = await register();
    const token = (await linkFor(citizen, await idOf(citizen))).replace(/^.*\//, '');
    const [stored] = await sql('select encode(hash, $2) as hash from rostra_email_tokens where hash = $1', [
      createHash('sha256').update(token).digest(),
      'hex',
    ]);
    expect(stored).toBeDefined();
    const columns = await sql(
      "select table_name, column_name from information_schema.columns where table_schema = current_schema() and table_name ~ '(citizen_emails|rostra_email_tokens)'",
    );
    for (const { table_name, column_name } of columns) {
      expect(await sql(`select 1 from "${table_name}" where "${column_name}"::text like $1`, [`%${token}%`])).toEqual(
        [],
      );
    }
  });

  it('fails with a token that is wrong, of another address, of another citizen, or of nobody', async () => {
    const [citizen, other] = [await register(), await register()];
    const number = await idOf(citizen);
    const second = await addTo(citizen, `b${citizen.email}`);
    const link = await linkFor(citizen, number);
    const token = link.replace(/^.*\//, '');
    for (const path of [
      link.replace(token, 'A'.repeat(43)),
      link.replace(token, '%00'),
      link.replace(token, `${token}A`),
      link.replace(`/${number}/`, `/${second}/`),
      link.replace(`/${number}/`, '/x/'),
      link.replace(`/${number}/`, '/99999999999/'),
      link.replace(/(?<=^\/citizen\/)[^/]+/, encodeURIComponent(other.handle)),
      link.replace(/(?<=^\/citizen\/)[^/]+/, 'nobody'),
    ]) {
      const answer = await confirm(path);
      expect([path, answer.status, answer.body]).toEqual([path, 401, FAILED]);
    }
    expect(await recordOf(citizen, number)).toMatchObject({ is_verified: false });
    expect((await confirm(link)).status).toBe(200);
  });

  it('ends after a day, also when it has worked', async () => {
    const citizen = await register();
    const number = await idOf(citizen);
    const link = await linkFor(citizen, number);
    const [{ hours } = {}] = await sql(
      'select round(extract(epoch from t.ends_at - now()) / 3600)::int as hours from rostra_email_tokens t join citizen_emails e on e.id = t.address where e.number = $1',
      [number],
    );
    expect(hours).toBe(24);
    const end = () =>
      sql(
        'update rostra_email_tokens t set ends_at = now() from citizen_emails e where e.id = t.address and e.number = $1',
        [number],
      );
    await end();
    expect((await confirm(link)).body).toEqual(FAILED);
    const next = await linkFor(citizen, number);
    expect((await confirm(next)).status).toBe(200);
    await end();
    expect((await confirm(next)).body).toEqual(FAILED);
    expect(await recordOf(citizen, number)).toMatchObject({ is_verified: true });
  });

  it('ends when the address is changed in the admin panel, or the account blocked', async () => {
    const [citizen, other] = [await register(), await register()];
    const [number, blocked] = [await idOf(citizen), await idOf(other)];
    const [link, linkOfBlocked] = [await linkFor(citizen, number), await linkFor(other, blocked)];
    const [{ document_id } = {}] = await sql('select document_id from citizen_emails where number = $1', [number]);
    const path = `/content-manager/collection-types/api::citizen-email.citizen-email/${document_id}`;
    const saved = await send('PUT', path, { email: `b${citizen.email}`, is_verified: true }, { as: 'admin' });
    expect(saved.status).toBe(200);
    expect((await confirm(link)).body).toEqual(FAILED);
    expect(await recordOf(citizen, number)).toMatchObject({ is_verified: false });
    await sql('update up_users set blocked = true where id = $1', [other.account]);
    expect((await confirm(linkOfBlocked)).body).toEqual(FAILED);
  });

  it('ends when another one is asked for', async () => {
    const citizen = await register();
    const number = await idOf(citizen);
    const [first, second] = [await linkFor(citizen, number), await linkFor(citizen, number)];
    expect((await confirm(first)).body).toEqual(FAILED);
    expect((await confirm(second)).status).toBe(200);
  });

  it('fails when another citizen has verified the address meanwhile, also at the same time', async () => {
    const citizens = [await register(), await register(), await register()];
    const email = `${unique('shared')}@example.org`;
    const links: string[] = [];
    for (const citizen of citizens) links.push(await linkFor(citizen, await addTo(citizen, email)));
    const answers = await Promise.all(links.map(confirm));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(
      await sql('select count(*)::int as count from citizen_emails where email = $1 and is_verified', [email]),
    ).toEqual([{ count: 1 }]);
  });

  it('lets the log-in e-mail follow the primary address once that is verified', async () => {
    const citizen = await register();
    const email = `Next.${citizen.email}`;
    const number = await addTo(citizen, email);
    const logIn = async () =>
      (await sql('select email from up_users where id = $1', [citizen.account]))[0]?.email as string;
    await sendAs(citizen, 'PATCH', `${citizen.path}/${number}/set_primary`);
    expect(await logIn()).toMatch(/@unverified\.invalid$/);
    await confirm(await linkFor(citizen, number));
    expect(await logIn()).toBe(email.toLowerCase());
    const [before] = (await sendAs(citizen, 'GET', citizen.path)).body.rows;
    await sendAs(citizen, 'PATCH', `${citizen.path}/${before.id}/set_primary`);
    expect(await logIn()).toBe(email.toLowerCase());
    await sendAs(citizen, 'PATCH', `${citizen.path}/${number}/set_primary`);
    await confirm(await linkFor(citizen, before.id));
    expect(await logIn()).toBe(email.toLowerCase());
    await sendAs(citizen, 'PATCH', `${citizen.path}/${before.id}/set_primary`);
    expect(await logIn()).toBe(citizen.email);
  });

  it('never takes the log-in of another account, be it an e-mail or a user name', async () => {
    const [citizen, other, named] = [await register(), await register(), await register()];
    const name = `${unique('name')}@example.org`.toLowerCase();
    await sql('update up_users set email = $1 where id = $2', [other.email, other.account]);
    await sql('update up_users set username = $1 where id = $2', [name, named.account]);
    const before = await sql('select email from up_users where id = $1', [citizen.account]);
    for (const email of [other.email, name]) {
      const number = await addTo(citizen, email);
      await sendAs(citizen, 'PATCH', `${citizen.path}/${number}/set_primary`);
      expect((await confirm(await linkFor(citizen, number))).status).toBe(200);
    }
    expect(await sql('select email from up_users where id = $1', [citizen.account])).toEqual(before);
  });
});
