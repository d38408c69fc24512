import { Alert } from '@mantine/core'
import { type PersonalContact, parsePlaceholders, personalValues, valueFor } from '@posthorn/contracts/placeholders'
import type { Channel, Contact, Post, Template } from '@posthorn/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, segmentsQuery, templatesQuery } from '../../api/api.ts'
import { nameOfValue } from '../../messages/placeholders.tsx'
import { filledText, valuesByName } from '../../messages/text.ts'
import { serverNow } from '../../parts/moment.tsx'
import { Loaded } from '../../parts/page.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { fullMoment, say } from '../../words/words.ts'
import styles from './broadcasts.module.css'

/** A post's text as one person gets it. Marks where they get a fallback, and names the values that are missing. */
function PersonalText({ text, contact }: { text: string; contact: PersonalContact | null }) {
  const { pieces = [text] } = parsePlaceholders(text)
  const named = pieces.filter((piece) => typeof piece !== 'string')
  const names = [...new Set(named.map(({ name }) => name))]
  const values = contact ? personalValues(contact, names) : {}
  const missing = names.filter((name) => !Object.hasOwn(values, name))
  const parts = pieces.map((piece, i) => ({ at: i, piece }))
  return (
    <>
      <p className={styles.bubble} dir="auto">
        {parts.map(({ at, piece }) => {
          if (typeof piece === 'string') return piece
          const shown = valueFor(piece, values)
          return Object.hasOwn(values, piece.name) ? <b key={at}>{shown}</b> : <mark key={at}>{shown}</mark>
        })}
      </p>
      {missing.length > 0 && (
        <small>{say('placeholder.missing', { names: missing.map((name) => nameOfValue(name)).join(', ') })}</small>
      )}
    </>
  )
}

/** A recipient: what keeps them from getting the message, and when their window closes. */
type Recipient = {
  phone: string
  contact: Contact | null
  hindrance: 'blocked' | 'optedOut' | null
  windowClosesAt: string | null
}

const previewed = 3

/** The first few people in the channel's audience, each with what decides whether a post would reach them. */
const recipientsQuery = (workspace: string, channel: Channel) =>
  queryOptions({
    queryKey: ['channels', workspace, channel.id, 'recipients'],
    queryFn: async ({ signal }) => {
      const phones = await phonesOfAudience(channel, signal)
      return Promise.all(phones.map((phone) => recipientOf(phone, channel.number, signal)))
    },
  })

/**
 * Returns the first few phone numbers in the channel's audience. The list of subscribers can't leave out people who are blocked or opted
 * out; `hindrance` shows these. May include members of a segment who have left the channel.
 */
async function phonesOfAudience({ id, segment }: Channel, signal: AbortSignal): Promise<string[]> {
  if (segment === null) {
    const { items } = await api.subscribers.list({ id, status: 'subscribed', size: previewed }, { signal }).page()
    return items.map(({ phone }) => phone)
  }
  const filter = { segment, blocked: false, optedOut: false, size: previewed }
  const { items } = await api.contacts.list(filter, { signal }).page()
  return items.flatMap(({ phone }) => phone ?? [])
}

/** Reads what a post to a phone number depends on: the contact's consent and values, and the window of its chat with the channel's number. */
async function recipientOf(phone: string, number: string, signal: AbortSignal): Promise<Recipient> {
  const [contacts, chats] = await Promise.all([
    api.contacts.list({ phone, size: 1 }, { signal }).page(),
    api.chats.list({ phone, number: [number], size: 1 }, { signal }).page(),
  ])
  const [contact = null] = contacts.items
  const hindrance = contact?.blocked ? 'blocked' : contact?.optedOutAt ? 'optedOut' : null
  return { phone, contact, hindrance, windowClosesAt: chats.items[0]?.windowClosesAt ?? null }
}

/** One of a post's messages; null if there is none. It says the language of the template; the post has only the name. */
const messageOfPostQuery = (workspace: string, { id, channel }: Post) =>
  queryOptions({
    queryKey: ['channels', workspace, channel, 'message', id],
    queryFn: async ({ signal }) =>
      (await api.messages.list({ reference: id, size: 1 }, { signal }).page()).items[0] ?? null,
  })

/** Returns how many people are in the channel's audience now; undefined until known. A post reaches fewer if some have opted out. */
export function useAudienceCount({ segment, subscribers }: Channel): number | undefined {
  const segments = useQuery({ ...segmentsQuery(useWorkspaceId()), enabled: segment !== null }).data
  return segment === null ? subscribers : segments?.find(({ id }) => id === segment)?.count
}

/** Returns when a post is sent, in milliseconds since 1970: now without a time. The server's clock decides whether a window is open then. */
export const sendTimeOf = (deliverAt: string | null): number => (deliverAt ? Date.parse(deliverAt) : serverNow())

/** Returns a sentence that says how many people will get a post, and when: at once without a time. `count`: absent if unknown, unlike zero. */
export function sayWhoGetsIt(count: number | undefined, deliverAt: string | null): string {
  if (count === undefined) return say('post.whoUncounted')
  if (!deliverAt || Date.parse(deliverAt) <= serverNow()) return say('post.whoNow', { count })
  return say('post.whoLater', { count, time: fullMoment(deliverAt) })
}

type Texts = Readonly<{ text: string; earlier: Post; templates: readonly Template[] }>

/** Whether an earlier post had this text, in any language of its template. */
function isSame({ text, earlier: { message, template, variables }, templates }: Texts): boolean {
  if (template === null) return message === text
  const values = valuesByName(variables ?? undefined)
  return templates.some(({ name, body }) => name === template && filledText(body ?? name, values) === text)
}

/** Warns if one of the channel's latest posts has this text, for example from another tab. `post`: the one to be released. */
function SameBefore({ channel: { id, number }, text, post }: Omit<RecipientsProps, 'textAt'>) {
  const workspace = useWorkspaceId()
  const templates = useQuery(templatesQuery(workspace, number)).data ?? []
  const { data = [] } = useQuery({
    queryKey: ['channels', workspace, id, 'earlier'],
    queryFn: async ({ signal }) => (await api.posts.list({ channel: id, size: 50 }, { signal }).page()).items,
    staleTime: 0,
  })
  const same = data.find((earlier) => earlier.id !== post && isSame({ text, earlier, templates }))
  return same && <Alert color="yellow">{say('post.sameBefore', { time: fullMoment(same.createdAt) })}</Alert>
}

type RecipientsProps = {
  channel: Channel
  text: string
  /** The post, if it exists already. */
  post?: string
  /** When the free text would be sent; absent for a template, which needs no open window. */
  textAt?: number
}

/** Up to three recipients, each with their message and what would prevent it, and a warning if the same was posted before. */
export function Recipients({ textAt, ...texts }: RecipientsProps) {
  const { channel, text } = texts
  const query = useQuery(recipientsQuery(useWorkspaceId(), channel))
  return (
    <>
      <SameBefore {...texts} />
      <Loaded query={query}>
        {(people) =>
          people.length > 0 && (
            <section aria-label={say('post.preview')}>
              <p>{say('post.preview')}</p>
              <ul className={styles.recipients}>
                {people.map(({ phone, contact, hindrance, windowClosesAt }) => {
                  const isLate = textAt !== undefined && Date.parse(windowClosesAt ?? '1970-01-01') <= textAt
                  const name = contact?.name ?? null
                  const why = hindrance ?? (isLate ? 'window' : null)
                  return (
                    <li key={phone}>
                      <span>
                        <b dir="auto">{name ?? phone}</b> {name !== null && <bdi>{phone}</bdi>}
                      </span>
                      <PersonalText text={text} contact={contact} />
                      {why && <small>{say(`post.hindrance.${why}`)}</small>}
                    </li>
                  )
                })}
              </ul>
            </section>
          )
        }
      </Loaded>
    </>
  )
}

/** The first recipients of a post that is being tested, each with their message. Fills in the template as the post does. */
export function RecipientsOfTested({ channel, post }: { channel: Channel; post: Post }) {
  const workspace = useWorkspaceId()
  const isTemplate = post.template !== null
  const language = useQuery({ ...messageOfPostQuery(workspace, post), enabled: isTemplate }).data?.template?.language
  const templates = useQuery({ ...templatesQuery(workspace, channel.number), enabled: isTemplate }).data
  const body = templates?.find((each) => each.name === post.template && each.language === language)?.body
  const filled = body && filledText(body, valuesByName(post.variables ?? undefined))
  const text = filled ?? post.message ?? post.template ?? post.type
  const props = { channel, text, post: post.id, ...(isTemplate ? {} : { textAt: sendTimeOf(post.deliverAt) }) }
  return <Recipients {...props} />
}
