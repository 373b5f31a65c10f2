// Command `logout`: deletes the stored key of a service, and prints where to revoke it.
import { keptService } from '../keys/access.ts';
import type { Command } from '../command.ts';

export const logoutCommand: Command = {
  name: 'logout',
  about: 'forget the key that is kept for a service',
  options: [],
  charge: 'free, and nothing is asked',
  more: 'The key itself goes on working until it is revoked in the account, by a person in a browser. A key in SERVICE_API_KEY is not touched.',
  examples: ['research logout'],
  run: async ({ credentials, world, output }, given) => {
    const baseUrl = await keptService(credentials, given.text('base-url'));
    const isRemoved = await credentials.remove(baseUrl);
    const revokeAt = `${baseUrl}/account/keys`;
    const isInEnvironment = (world.env.SERVICE_API_KEY ?? '').trim() !== '';
    if (output.isJson) {
      output.json({ removed: isRemoved, base_url: baseUrl, revoke_at: revokeAt, key_in_environment: isInEnvironment });
      return 0;
    }
    output.print((sheet) => {
      sheet.say(
        isRemoved ? `The key for ${baseUrl} is removed from ${credentials.path}.` : `No key is kept for ${baseUrl}.`,
      );
      if (isRemoved) sheet.say(`It still works until a person revokes it: ${revokeAt}`);
      if (isInEnvironment) sheet.say('SERVICE_API_KEY is still set in this environment, and is used.');
    });
    return 0;
  },
};
