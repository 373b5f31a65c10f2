// Applicable scenarios of the official suite, and each check that cannot pass, with its reason.

export type Scenario = {
  revision: '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28';
  name: string;
  /**
   * Checks that do not pass, with the reason. Any other failure fails the run, and so does a listed check that passes.
   */
  expected?: Readonly<Record<string, string>>;
};

const needsTestTool = 'can be tested only with a diagnostic tool of the suite, which is not research';

export const scenarios: readonly Scenario[] = [
  {
    revision: '2026-07-28',
    name: 'server-stateless',
    expected: {
      'sep-2575-server-rejects-undeclared-capability': needsTestTool,
      'sep-2575-missing-capability-http-400': needsTestTool,
      'sep-2575-http-server-no-independent-requests-on-stream': needsTestTool,
      'sep-2575-server-no-log-without-loglevel': needsTestTool,
      'sep-2575-server-sends-tools-list-changed-on-subscription':
        'skipped: the list of tools never changes while a server runs',
      'sep-2575-server-sends-prompts-list-changed-on-subscription': 'skipped: there are no prompts',
    },
  },
  { revision: '2026-07-28', name: 'tools-list' },
  {
    revision: '2026-07-28',
    name: 'caching',
    expected: {
      'sep-2549-prompts-list-caching-hints': 'there are no prompts',
    },
  },
  { revision: '2026-07-28', name: 'http-header-validation' },
  { revision: '2026-07-28', name: 'dns-rebinding-protection' },
  { revision: '2026-07-28', name: 'server-sse-multiple-streams' },
  { revision: '2026-07-28', name: 'input-required-result-unsupported-methods' },
  { revision: '2026-07-28', name: 'input-required-result-validate-input' },
  { revision: '2026-07-28', name: 'sep-2164-resource-not-found' },
  { revision: '2025-11-25', name: 'server-initialize' },
  { revision: '2025-11-25', name: 'ping' },
  { revision: '2025-11-25', name: 'tools-list' },
  { revision: '2025-11-25', name: 'dns-rebinding-protection' },
  { revision: '2025-11-25', name: 'server-session-lifecycle' },
  { revision: '2025-06-18', name: 'server-initialize' },
  { revision: '2025-06-18', name: 'ping' },
  { revision: '2025-06-18', name: 'tools-list' },
  { revision: '2025-06-18', name: 'server-session-lifecycle' },
  { revision: '2025-03-26', name: 'server-session-lifecycle' },
];

/** Scenarios that do not apply, with the features that they need. */
export const elsewhere: Readonly<Record<string, readonly string[]>> = {
  'tools of the suite (test_simple_text and others)': [
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-with-logging',
    'tools-call-error',
    'tools-call-with-progress',
    'tools-call-sampling',
    'tools-call-elicitation',
    'json-schema-2020-12',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'http-custom-header-server-validation',
    'input-required-result-basic-elicitation',
    'input-required-result-basic-sampling',
    'input-required-result-basic-list-roots',
    'input-required-result-request-state',
    'input-required-result-multiple-input-requests',
    'input-required-result-multi-round',
    'input-required-result-missing-input-response',
    'input-required-result-result-type',
    'input-required-result-tampered-state',
    'input-required-result-capability-check',
    'input-required-result-ignore-extra-params',
  ],
  'logging, which 2026-07-28 has retired': ['logging-set-level'],
  'completions of prompts': ['completion-complete'],
  'streams that are taken up again, which need sessions': ['server-sse-polling'],
  'resources of the suite (test://static-text and others)': [
    'resources-list',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'resources-subscribe',
    'resources-unsubscribe',
  ],
  prompts: [
    'prompts-list',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
    'input-required-result-non-tool-request',
  ],
  'extensions that are not served (skills, tasks)': [
    'sep-2640-skills-directory',
    'sep-2640-skills-enumeration',
    'sep-2640-skills-manifest',
    'tasks-lifecycle',
    'tasks-capability-negotiation',
    'tasks-wire-fields',
    'tasks-request-state-removal',
    'tasks-mrtr-input',
    'tasks-request-headers',
    'tasks-dispatch-and-envelope',
    'tasks-status-notifications',
    'tasks-required-task-error',
    'tasks-mrtr-composition',
  ],
};
