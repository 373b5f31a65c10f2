// Saves keys with the file and the lock of the command line, for a test that has the Python package do the same at once.
import { homedir } from 'node:os';
import { Credentials } from '../../client/cli/keys/credentials.ts';
import { systemClock } from '../../client/login/clock.ts';

const [folder = '', name = '', count = '0'] = process.argv.slice(2);
const { platform } = process;
const file = new Credentials({ env: { XDG_CONFIG_HOME: folder }, home: homedir(), platform, clock: systemClock });
for (let number = 0; number < Number(count); number += 1) {
  await file.save(`https://${name}-${number}.example`, `ri_live_${name}_${number}`);
}
