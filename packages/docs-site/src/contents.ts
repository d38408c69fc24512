/** A page in the contents: its path, and its source file in the documentation folder. */
export type ContentsPage = { path: string; file?: string; title?: string }
/** A section of the contents. */
export type ContentsSection = { title: string; pages: ContentsPage[] }

const guide = (name: string, title?: string): ContentsPage => ({
  path: `/docs/guides/${name}`,
  file: `guides/${name}.md`,
  ...(title === undefined ? {} : { title }),
})

/** All pages of the navigation, in order. Errors and events also have one page each. */
export const contents: ContentsSection[] = [
  {
    title: 'Begin',
    pages: [
      { path: '/docs', title: 'Overview' },
      guide('first-message'),
      guide('keys-and-scopes'),
      guide('sdks'),
      guide('simulator'),
      guide('going-live'),
      guide('moving'),
      guide('cloud-api'),
      guide('from-waha'),
      guide('from-evolution'),
      guide('dialect'),
    ],
  },
  {
    title: 'Send',
    pages: [
      guide('requests', 'All kinds of messages'),
      guide('lists-and-errors'),
      guide('idempotency-and-retries'),
      guide('limits'),
      guide('opt-in-and-opt-out'),
    ],
  },
  {
    title: 'Receive',
    pages: [guide('receiving'), guide('webhooks', 'Webhooks'), guide('dashboard')],
  },
  {
    title: 'Reference',
    pages: [
      { path: '/docs/api', title: 'API reference' },
      { path: '/docs/operations', title: 'All operations' },
      { path: '/docs/events', title: 'Events' },
      { path: '/docs/errors', title: 'Errors' },
      { path: '/docs/samples', file: 'reference/samples.md' },
      { path: '/docs/commands', file: 'reference/commands.md' },
      { path: '/docs/statuses', file: 'reference/statuses.md' },
      { path: '/docs/roles', file: 'reference/roles.md' },
      { path: '/docs/changelog', file: 'changelog.md' },
    ],
  },
  {
    title: 'Tools',
    pages: [
      guide('assistants'),
      guide('command-line'),
      guide('n8n'),
      guide('zapier'),
      guide('activepieces'),
      guide('make'),
    ],
  },
  {
    title: 'Plan',
    pages: [guide('not-offered'), guide('erase-a-person')],
  },
  {
    title: 'Operate',
    pages: [
      guide('operate', 'Operate an installation'),
      guide('alarms'),
      guide('back-up'),
      guide('upgrade'),
      guide('scale'),
      { path: '/docs/measurements', file: 'measurements.md' },
      { path: '/docs/security', file: 'security.md' },
      { path: '/docs/settings', file: 'reference/settings.md' },
    ],
  },
]
