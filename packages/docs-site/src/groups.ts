export type TaggedPaths = { paths: Record<string, Record<string, { tags?: string[] }>> }

/** A group of nouns in the reference. Its name must differ from every noun, because both become anchors. */
export type TagGroup = { name: string; tags: string[] }

const groups: TagGroup[] = [
  { name: 'Messaging', tags: ['messages', 'files', 'capabilities', 'queues', 'statistics'] },
  { name: 'Inbox', tags: ['chats', 'labels', 'notes', 'replies', 'views', 'team', 'invitations', 'departments'] },
  { name: 'People', tags: ['contacts', 'segments', 'imports', 'erasures'] },
  {
    name: 'Groups and channels',
    tags: ['groups', 'participants', 'joinRequests', 'invites', 'channels', 'subscribers', 'posts'],
  },
  { name: 'Receiving', tags: ['webhooks', 'secrets', 'deliveries', 'replays', 'events', 'egress'] },
  { name: 'Phone numbers', tags: ['numbers', 'sessions', 'profiles', 'templates', 'phones', 'updates'] },
]
const last = 'Account'

/** Groups the document's nouns. Nouns that aren't listed in any group go into the last one. */
export function tagGroupsOf(document: TaggedPaths): TagGroup[] {
  const used = Object.values(document.paths).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags ?? []))
  const present = new Set(used)
  const grouped = groups.map(({ name, tags }) => ({ name, tags: tags.filter((tag) => present.has(tag)) }))
  const rest = [...present].filter((tag) => !groups.some(({ tags }) => tags.includes(tag)))
  return [...grouped, { name: last, tags: rest }].filter(({ tags }) => tags.length > 0)
}
