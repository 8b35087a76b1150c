import '../runtime/utc';
import { Option } from 'commander';
import { withStrapi } from '../runtime/strapi';
import { commandLine, runCommand } from './command';
import { listUsers, ROLES, readAccount, saveUser } from './user/accounts';

interface CreateOptions {
  role: string;
  username: string;
  email: string;
  password: string;
}

const program = commandLine('user', 'Accounts of the API: editors and citizens.');

program
  .command('create')
  .description('make an account, or update the one with this user name')
  .addOption(new Option('--role <role>', ROLES.join(' or ')).makeOptionMandatory())
  .requiredOption('--username <name>', 'also the handle of a citizen')
  .requiredOption('--email <address>', 'for log-in too')
  .requiredOption('--password <password>', 'at least 8 characters')
  .action(async (options: CreateOptions) => {
    const account = readAccount(options);
    const outcome = await withStrapi((strapi) => saveUser(strapi, account));
    console.log(
      `${outcome === 'made' ? 'Made' : 'Updated'} the ${account.role} "${account.username}" (${account.email}).`,
    );
  });

program
  .command('list')
  .description('show all accounts')
  .action(async () => {
    const rows = await withStrapi(listUsers);
    if (rows.length === 0) console.log('There are no accounts.');
    else console.table(rows);
  });

runCommand(program);
