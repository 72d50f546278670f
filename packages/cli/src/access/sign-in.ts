/** `semantic-search sign-in`: prints a link that signs a person in to the studio, once. */
import { type Role, roles } from '@semantic-search/contract/scopes';
import { openAccessIssuer } from '@semantic-search/server/auth';
import { loadSettings } from '@semantic-search/server/settings';
import { Command, Option } from 'commander';
import { connect } from '../connections/connect.ts';

export function signInCommand(): Command {
  return new Command('sign-in')
    .description('Print a link that signs a person in to the running studio, once and within 15 minutes')
    .option('--name <name>', 'name of the person, shown in the history of changes', 'administrator')
    .addOption(
      new Option('--role <role>', 'what the person may do')
        .choices(Object.keys(roles))
        .default('administrator'),
    )
    .action(async ({ name, role }: { name: string; role: Role }) => {
      const { endpoint, publicUrl } = await connect([]);
      const { code } = await openAccessIssuer(await loadSettings());
      const { token } = await code({ subject: name, scopes: roles[role] });
      console.log(signInLink(publicUrl ?? endpoint, token));
    });
}

/** Link with a sign-in code in the fragment. Browsers do not send the fragment, so no log contains the code. */
export const signInLink = (baseUrl: string, code: string): string => `${baseUrl}/studio#code=${code}`;
