// Writer of alerts.yaml and dashboard.json.
import { writeFile } from 'node:fs/promises';
import { alertsYaml, dashboardJson } from './files.ts';

await writeFile(new URL('alerts.yaml', import.meta.url), alertsYaml());
await writeFile(new URL('dashboard.json', import.meta.url), dashboardJson());
