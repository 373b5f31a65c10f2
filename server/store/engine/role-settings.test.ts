// The SQL in the operator's guide equals the SQL that the start demands.
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { roleSettings } from './role-settings.ts';

it('the guide shows each setting that the role needs behind a transaction pooler, and no other', async () => {
  const guide = await readFile(new URL('../../docs/operate.md', import.meta.url), 'utf8');
  const shown = [...guide.matchAll(/^alter role research in database research set (\w+) to '(\w+)';$/gm)];
  const asked = Object.entries(roleSettings).map(([name, value]) => [name, /^\d+$/.test(value) ? `${value}ms` : value]);
  expect(shown.map(([, name, value]) => [name, value])).toEqual(asked);
});
