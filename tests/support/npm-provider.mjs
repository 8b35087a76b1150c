// An OpenID Connect provider for the tests. identity-provider.ts starts it as a process and sends it commands.
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const { issuer, clients } = JSON.parse(process.argv[2]);
const { hostname, port } = new URL(issuer);
let people = {};

const provider = new Provider(issuer, {
  clients,
  cookies: { keys: ['a key of the tests'] },
  findAccount: (_, id) => (people[id] ? { accountId: id, claims: () => ({ sub: id, ...people[id] }) } : undefined),
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['name', 'given_name', 'family_name', 'preferred_username', 'realm_access'],
  },
  // Signing in grants all scopes.
  async loadExistingGrant(ctx) {
    const { client, session } = ctx.oidc;
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
});

const now = Date.now;
const commands = {
  people: (claims) => {
    people = claims;
  },
  /** Shifts the clock, in seconds. */
  clock: (seconds) => {
    Date.now = () => now() + seconds * 1000;
  },
  /** Changes the client's secret. */
  secret: async (secret) => {
    (await provider.Client.find(clients[0].client_id)).clientSecret = secret;
  },
};

process.on('message', async ({ command, value }) => {
  await commands[command](value);
  process.send('done');
});
process.on('disconnect', () => process.exit(0));
createServer(provider.callback()).listen(Number(port), hostname, () => process.send('done'));
