/** A page in the contents: its path, and its source file in the documentation folder. */
type ContentsPage = { path: string; file?: string; title?: string }
type ContentsSection = { title: string; pages: ContentsPage[] }

/** Returns the page of a guide. Without a title, the heading of the guide is its title. */
const guide = (name: string, title?: string): ContentsPage => ({
  path: `/docs/guides/${name}`,
  file: `guides/${name}.md`,
  ...(title === undefined ? {} : { title }),
})

/** All pages in the navigation, in the order in which customers need them. Each error and event also has its own page. */
export const contents: ContentsSection[] = [
  {
    title: 'Get started',
    pages: [{ path: '/docs', title: 'Overview' }, guide('first-message'), guide('going-live')],
  },
  {
    title: 'Messages',
    pages: [
      guide('text', 'Text, replies, reactions'),
      guide('media', 'Media'),
      guide('templates', 'Templates'),
      guide('interactive', 'Buttons, lists, polls, products'),
      guide('locations-and-contacts', 'Locations and contact cards'),
      guide('not-offered'),
    ],
  },
  {
    title: 'Receive',
    pages: [
      guide('receiving', 'Messages of customers'),
      guide('webhooks'),
      guide('verification'),
      guide('event-log', 'Event log'),
    ],
  },
  { title: 'Inbox', pages: [guide('inbox'), guide('automation'), guide('dashboard')] },
  {
    title: 'Contacts and audiences',
    pages: [
      guide('contacts'),
      guide('opt-in-and-opt-out'),
      guide('erase-a-person'),
      guide('groups'),
      guide('broadcasts', 'Broadcasts'),
    ],
  },
  {
    title: 'Use the API',
    pages: [
      guide('keys-and-scopes'),
      { path: '/docs/roles', file: 'reference/roles.md' },
      guide('lists'),
      guide('errors'),
      guide('idempotency-and-retries'),
      guide('limits'),
      guide('numbers'),
      guide('versions'),
      { path: '/docs/changelog', file: 'changelog.md' },
    ],
  },
  {
    title: 'SDKs and tools',
    pages: [
      guide('sdks'),
      { path: '/docs/samples', file: 'reference/samples.md' },
      guide('command-line'),
      { path: '/docs/commands', file: 'reference/commands.md' },
      guide('assistants', 'Assistants (MCP)'),
      guide('n8n'),
      guide('zapier'),
      guide('make'),
      guide('activepieces'),
    ],
  },
  { title: 'Test', pages: [guide('simulator'), guide('test-in-ci')] },
  {
    title: 'Switch to Posthorn',
    pages: [
      guide('moving'),
      guide('cloud-api'),
      guide('from-waha'),
      guide('from-evolution'),
      guide('dialect'),
      { path: '/docs/dialect', file: 'reference/dialect.md' },
    ],
  },
  {
    title: 'Self-host',
    pages: [
      guide('operate', 'Install and operate'),
      guide('deploy', 'Compose and Kubernetes'),
      guide('postgres-and-nats', 'Postgres and NATS'),
      guide('observe'),
      { path: '/docs/settings', file: 'reference/settings.md' },
      guide('upgrade', 'Upgrade'),
      guide('back-up', 'Back up'),
      guide('scale', 'Scale'),
      guide('alarms'),
      { path: '/docs/security', file: 'security.md' },
      { path: '/docs/measurements', file: 'measurements.md' },
    ],
  },
  {
    title: 'Reference',
    pages: [
      { path: '/docs/api', title: 'API reference' },
      { path: '/docs/operations', title: 'All operations' },
      { path: '/docs/events', title: 'Events' },
      { path: '/docs/errors', title: 'All errors' },
      { path: '/docs/statuses', file: 'reference/statuses.md' },
    ],
  },
]
