/** Nouns of the API, in reference order, with their meaning. */
export const tags = [
  { name: 'messages', description: 'Messages in both directions: send, read, change, cancel, trace' },
  { name: 'chats', description: 'Conversations of a number with one person, a group or a broadcast channel' },
  { name: 'labels', description: 'Labels of the workspace, to sort chats by' },
  { name: 'notes', description: 'Private notes about a chat, which the customer never sees' },
  { name: 'replies', description: 'Texts that a team sends often' },
  { name: 'views', description: 'Saved chat filters of the team and its members' },
  { name: 'automations', description: 'Rules that assign, label and answer chats, and their runs' },
  {
    name: 'notifications',
    description: 'What a member should know: mentions, assignments, failed messages, and problems',
  },
  { name: 'files', description: 'Files to send, and files that were received' },
  { name: 'contacts', description: 'People, with their identities, tags, custom fields, blocks and opt-outs' },
  { name: 'segments', description: 'Saved filters of contacts' },
  { name: 'imports', description: 'Imports of many contacts from a table' },
  { name: 'erasures', description: 'Progress of the erasure of people' },
  { name: 'groups', description: 'Groups at the provider, created by a number of the workspace' },
  { name: 'participants', description: 'People in a group, and invitations to it' },
  { name: 'joinRequests', description: 'Requests to join a group that needs approval' },
  { name: 'invites', description: 'The invite link of a group' },
  { name: 'channels', description: 'Audiences for one message to many people' },
  { name: 'subscribers', description: 'People who are subscribed to a broadcast channel' },
  { name: 'posts', description: 'Messages to everyone in a broadcast channel, with counts per status' },
  { name: 'numbers', description: 'Connected numbers, and simulated ones for tests' },
  { name: 'sessions', description: 'Verification, registration and session of a number at the provider' },
  { name: 'profiles', description: 'The business profile that customers see' },
  { name: 'templates', description: 'Message templates of a number, and their approval' },
  { name: 'capabilities', description: 'The kinds of messages that a number can send, and in which form' },
  { name: 'queues', description: 'The queue of a number: pause, drain, move or cancel waiting messages' },
  { name: 'statistics', description: 'Counts and delays of messages and deliveries' },
  { name: 'phones', description: 'Checks of phone numbers' },
  { name: 'updates', description: 'Provider updates that Posthorn does not understand' },
  { name: 'webhooks', description: 'URLs that events are delivered to' },
  { name: 'deliveries', description: 'Deliveries of events to webhooks, with every attempt' },
  { name: 'secrets', description: 'Signing secrets of webhooks' },
  { name: 'replays', description: 'Past events, delivered again' },
  { name: 'events', description: 'The numbered log of everything that happened, to read, follow or receive' },
  { name: 'restore', description: 'Work on hold in the whole installation after a restore' },
  { name: 'egress', description: 'Addresses and form of outgoing requests, for firewalls and receivers' },
  { name: 'search', description: 'One search over chats, contacts, messages, templates, numbers, webhooks and keys' },
  { name: 'me', description: 'The API key of the request: its workspace, scopes and limits' },
  { name: 'keys', description: 'API keys of the workspace' },
  { name: 'workspace', description: 'The workspace of the API key, and its settings' },
  { name: 'team', description: 'Members of the workspace, to whom chats can be assigned' },
  { name: 'invitations', description: 'Invitations to the team' },
  { name: 'departments', description: 'Groups of team members' },
  { name: 'audit', description: 'The log of actions that need the scope `manage`' },
]

const inbox = ['chats', 'labels', 'notes', 'replies', 'views', 'automations', 'notifications', 'departments', 'search']
const administration = [
  'me',
  'keys',
  'workspace',
  'team',
  'invitations',
  'audit',
  'erasures',
  'updates',
  'restore',
  'egress',
]

/** Three tiers of nouns for readers of the document: what programs send and receive, what a help desk needs, and the rest. */
export function tagGroupsOf(names: readonly string[]): { name: string; tags: string[] }[] {
  return [
    { name: 'Messaging', tags: names.filter((name) => !inbox.includes(name) && !administration.includes(name)) },
    { name: 'Inbox', tags: names.filter((name) => inbox.includes(name)) },
    { name: 'Administration', tags: names.filter((name) => administration.includes(name)) },
  ]
}
