import { type Command, Option } from 'commander';
import { withStrapi } from '../../runtime/strapi';
import { commandLine } from '../command';
import { signChanges } from '../system-user';
import { listUsers, ROLES, readAccount, saveUser } from './accounts';

interface CreateOptions {
  role: string;
  username: string;
  email: string;
  password: string;
}

/** The command line of `user`. */
export function userProgram(): Command {
  const program = signChanges(commandLine('user', 'Manages accounts of the API: editors and citizens.'));

  program
    .command('create')
    .description('create an account, or update the one with this user name')
    .addOption(new Option('--role <role>', ROLES.join(' or ')).makeOptionMandatory())
    .requiredOption('--username <name>', 'the user name; also the handle of a citizen')
    .requiredOption('--email <address>', 'the e-mail address; also accepted for log-in')
    .requiredOption('--password <password>', 'at least 8 characters')
    .action(async (options: CreateOptions) => {
      const account = readAccount(options);
      const outcome = await withStrapi((strapi) => saveUser(strapi, account));
      console.log(
        `${outcome === 'created' ? 'Created' : 'Updated'} the ${account.role} "${account.username}" (${account.email}).`,
      );
    });

  program
    .command('list')
    .description('list all accounts')
    .action(async () => {
      const rows = await withStrapi(listUsers);
      if (rows.length === 0) console.log('There are no accounts.');
      else console.table(rows);
    });

  return program;
}
