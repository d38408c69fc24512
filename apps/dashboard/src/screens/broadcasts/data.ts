import type { Channel, Contact, Post, Subscriber } from '@posthorn/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, itemsOf, paged, segmentsQuery } from '../../api/api.ts'
import { useWorkspaceId } from '../../session/session.ts'

export const channelsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['channels', workspace],
    queryFn: ({ signal }) => itemsOf(api.channels.list({ size: 100 }, { signal })),
  })

export const channelQuery = (workspace: string, id: string) =>
  queryOptions({ queryKey: ['channels', workspace, id], queryFn: ({ signal }) => api.channels.get({ id }, { signal }) })

export const postsQuery = (workspace: string, id: string) =>
  paged<Post>(['channels', workspace, id, 'posts'], (cursor, options) =>
    api.posts.list({ channel: id, size: 20, ...cursor }, options).page(),
  )

/** A recipient: what keeps them from getting the message, and when their window closes. */
type Recipient = {
  phone: string
  contact: Contact | null
  hindrance: 'blocked' | 'optedOut' | null
  windowClosesAt: string | null
}

const previewed = 3

/** The first few people whom a post in the channel would reach now. */
export const recipientsQuery = (workspace: string, channel: Channel) =>
  queryOptions({
    queryKey: ['channels', workspace, channel.id, 'recipients'],
    queryFn: async ({ signal }) => {
      const phones = await phonesOfAudience(channel, signal)
      return Promise.all(phones.map((phone) => recipientOf(phone, channel.number, signal)))
    },
  })

async function phonesOfAudience({ id, segment }: Channel, signal: AbortSignal): Promise<string[]> {
  if (segment === null) {
    const { items } = await api.subscribers.list({ id, status: 'subscribed', size: previewed }, { signal }).page()
    return items.map(({ phone }) => phone)
  }
  const filter = { segment, blocked: false, optedOut: false, size: previewed }
  const { items } = await api.contacts.list(filter, { signal }).page()
  return items.flatMap(({ phone }) => phone ?? [])
}

async function recipientOf(phone: string, number: string, signal: AbortSignal): Promise<Recipient> {
  const [contacts, chats] = await Promise.all([
    api.contacts.list({ phone, size: 1 }, { signal }).page(),
    api.chats.list({ phone, number: [number], size: 1 }, { signal }).page(),
  ])
  const [contact = null] = contacts.items
  const hindrance = contact?.blocked ? 'blocked' : contact?.optedOutAt ? 'optedOut' : null
  return { phone, contact, hindrance, windowClosesAt: chats.items[0]?.windowClosesAt ?? null }
}

export const messageOfPostQuery = (workspace: string, { id, channel }: Post) =>
  queryOptions({
    queryKey: ['channels', workspace, channel, 'message', id],
    queryFn: async ({ signal }) =>
      (await api.messages.list({ reference: id, size: 1 }, { signal }).page()).items[0] ?? null,
  })

/** Names of the custom fields of recently changed contacts, sorted. */
export const recentFieldsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['contact-fields', workspace],
    queryFn: async ({ signal }) => {
      const { items } = await api.contacts.list({ sort: 'updatedAt:desc', size: 100 }, { signal }).page()
      return [...new Set(items.flatMap(({ fields }) => Object.keys(fields)))].toSorted((a, b) => a.localeCompare(b))
    },
    staleTime: 60_000,
  })

/** People who subscribed to a channel or left it, sorted by phone number. */
export const subscribersQuery = (workspace: string, id: string) =>
  paged<Subscriber>(['channels', workspace, id, 'subscribers'], (cursor, options) =>
    api.subscribers.list({ id, size: 50, ...cursor }, options).page(),
  )

/** Returns the maximum number of people whom a post in the channel would reach now; undefined until known. */
export function useAudienceCount({ segment, subscribers }: Channel): number | undefined {
  const segments = useQuery({ ...segmentsQuery(useWorkspaceId()), enabled: segment !== null }).data
  return segment === null ? subscribers : segments?.find(({ id }) => id === segment)?.count
}
