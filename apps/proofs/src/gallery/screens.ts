import type { Seeded } from './seed.ts'

/** A screen of the dashboard: the name of its pictures, its title in the guide, and its address below the workspace. */
export type Screen = { name: string; title: string; path: (seeded: Seeded) => string }

/** The screens that the gallery shows, in the order of the menu. */
export const screens: readonly Screen[] = [
  { name: 'inbox', title: 'Inbox', path: () => 'inbox/all' },
  { name: 'chat', title: 'A chat', path: ({ chat }) => `inbox/all/${chat}` },
  { name: 'contacts', title: 'Contacts', path: () => 'contacts' },
  { name: 'contact', title: 'A contact', path: ({ contact }) => `contacts/${contact}` },
  { name: 'replies', title: 'Saved replies', path: () => 'replies' },
  { name: 'broadcasts', title: 'Broadcasts', path: () => 'broadcasts' },
  { name: 'channel', title: 'A channel with its posts', path: ({ channel }) => `broadcasts/${channel}` },
  { name: 'templates', title: 'Templates', path: () => 'templates' },
  { name: 'numbers', title: 'Numbers', path: () => 'numbers' },
  { name: 'connect', title: 'Connect a number', path: () => 'numbers/connect' },
  { name: 'queue', title: 'A queue, and why its messages wait', path: ({ number }) => `numbers/${number}/queue` },
  { name: 'health', title: 'The health of a number', path: ({ number }) => `numbers/${number}` },
  { name: 'trace', title: 'The trace of a message', path: ({ message }) => `developer/messages/${message}` },
  { name: 'webhooks', title: 'Webhooks', path: () => 'developer/webhooks' },
  { name: 'webhook', title: 'A webhook with its deliveries', path: ({ webhook }) => `developer/webhooks/${webhook}` },
  { name: 'delivery', title: 'A delivery', path: ({ delivery }) => `developer/deliveries/${delivery}` },
  { name: 'keys', title: 'API keys', path: () => 'developer/keys' },
  { name: 'new-key', title: 'A new key', path: () => 'developer/keys/new' },
  { name: 'events', title: 'Events', path: () => 'developer/events' },
  { name: 'team', title: 'The team', path: () => 'settings/team' },
  { name: 'account', title: 'The own account', path: () => 'me' },
]
