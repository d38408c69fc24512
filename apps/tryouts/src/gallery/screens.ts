import type { Seeded } from './seed.ts'

/** Something that a key press opens on a screen: what has focus first, what is typed afterwards, and what must then be visible. */
export type Opening = { focus?: string; key: string; typed?: { into: string; text: string }; shows: string }

/** A screen: file name, title, path, what must be visible first, and what to open for the picture. */
export type Screen = { name: string; title: string; path: (seeded: Seeded) => string; shows?: string; opened?: Opening }

/** Operator screens, shown for an installation with problems. */
export const operatorScreens: readonly Screen[] = [
  {
    name: 'processes',
    title: 'The installation: processes and failed events',
    path: () => 'operator',
    shows: 'table[aria-label="Failed events"]',
  },
  { name: 'queues', title: 'The queues of all workspaces', path: () => 'operator/queues', shows: 'table' },
  { name: 'failures', title: 'Failed attempts of all workspaces', path: () => 'operator/failures', shows: 'table' },
  { name: 'quarantine', title: 'The quarantine after a restore', path: () => 'operator/quarantine', shows: 'table' },
  { name: 'workspaces', title: 'All workspaces', path: () => 'operator/workspaces', shows: 'table' },
]

export const screens: readonly Screen[] = [
  { name: 'inbox', title: 'Inbox', path: () => 'inbox/all', shows: '[data-rows] a' },
  { name: 'chat', title: 'A chat', path: ({ chat }) => `inbox/all/${chat}`, shows: 'article' },
  {
    name: 'history',
    title: 'A chat as it stood at one of its events',
    path: ({ chat }) => `inbox/all/${chat}`,
    shows: 'article',
    opened: { focus: '[role=log]', key: 'h', shows: '[role=slider]' },
  },
  { name: 'contacts', title: 'Contacts', path: () => 'contacts' },
  {
    name: 'find',
    title: 'Find anything',
    path: () => 'contacts',
    opened: { key: 'Control+k', typed: { into: 'input[role=combobox]', text: 'parcel' }, shows: '[role=option] mark' },
  },
  { name: 'contact', title: 'A contact', path: ({ contact }) => `contacts/${contact}` },
  { name: 'imports', title: 'Imports', path: () => 'imports' },
  { name: 'new-import', title: 'A new import', path: () => 'imports?open=new', shows: '[role=dialog] form' },
  { name: 'import', title: 'An import with its faulty rows', path: (seeded) => `imports/${seeded.import}` },
  { name: 'replies', title: 'Saved replies', path: () => 'replies' },
  { name: 'broadcasts', title: 'Broadcasts', path: () => 'broadcasts' },
  { name: 'channel', title: 'A channel with its posts', path: ({ channel }) => `broadcasts/${channel}` },
  {
    name: 'new-broadcast',
    title: 'A new broadcast',
    path: ({ channel }) => `broadcasts/${channel}?open=new`,
    shows: '[role=dialog] form',
  },
  { name: 'labels', title: 'Labels', path: () => 'settings/labels', shows: 'main table' },
  { name: 'automations', title: 'Automations', path: () => 'settings/automations', shows: 'main table' },
  {
    name: 'automation',
    title: 'An automation',
    path: ({ automation }) => `settings/automations/${automation}`,
    shows: 'form',
  },
  { name: 'segments', title: 'Segments', path: () => 'segments' },
  { name: 'segment', title: 'A segment with its conditions', path: ({ segment }) => `segments/${segment}` },
  { name: 'groups', title: 'Groups', path: () => 'groups' },
  { name: 'group', title: 'A group with its people', path: ({ group }) => `groups/${group}` },
  { name: 'templates', title: 'Templates', path: () => 'templates' },
  { name: 'new-template', title: 'A new template', path: () => 'templates?open=new' },
  { name: 'connect', title: 'Connect number', path: () => 'numbers/connect' },
  { name: 'reports', title: 'Reports', path: () => 'reports' },
  { name: 'webhooks', title: 'Webhooks', path: () => 'developer/webhooks' },
  { name: 'webhook', title: 'A webhook with its deliveries', path: ({ webhook }) => `developer/webhooks/${webhook}` },
  { name: 'delivery', title: 'A delivery', path: ({ delivery }) => `developer/deliveries/${delivery}` },
  {
    name: 'timeline',
    title: 'The deliveries of a webhook over time, with a chosen range',
    path: ({ timeline: { webhook, ...range } }) =>
      `developer/webhooks/${webhook}/timeline?${new URLSearchParams(range)}`,
    shows: 'svg [data-answer=refused]',
  },
  {
    name: 'drawer',
    title: 'The drawer for developers over a chat',
    path: ({ chat }) => `inbox/all/${chat}`,
    shows: 'article',
    opened: { focus: '[role=log]', key: '`', shows: 'section[tabindex="-1"] li' },
  },
  { name: 'keys', title: 'API keys', path: () => 'developer/keys' },
  { name: 'new-key', title: 'A new key', path: () => 'developer/keys?open=new' },
  { name: 'events', title: 'Events', path: () => 'developer/events' },
  { name: 'alerts', title: 'Alerts', path: () => 'notifications', shows: 'main table' },
  { name: 'workspace', title: 'Settings of the workspace', path: () => 'settings/workspace' },
  { name: 'team', title: 'The team', path: () => 'settings/team' },
  { name: 'audit', title: 'The audit log', path: () => 'settings/audit' },
  { name: 'account', title: 'The own account', path: () => 'me' },
]

/** Screens that are shown while the queue of a number is paused, which every screen says at the top. */
export const pausedScreens: readonly Screen[] = [
  { name: 'numbers', title: 'Numbers', path: () => 'numbers' },
  { name: 'waiting', title: 'Pending messages', path: () => 'numbers/waiting' },
  { name: 'queue', title: 'A queue, and why its messages wait', path: ({ number }) => `numbers/${number}/queue` },
  { name: 'health', title: 'The health of a number', path: ({ number }) => `numbers/${number}` },
  { name: 'trace', title: 'The trace of a message', path: ({ message }) => `developer/messages/${message}` },
]
