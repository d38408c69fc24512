import type { RunningSystem } from '@posthorn/testkit/system'
import { expect } from 'vitest'
import { type DialectAnswer, openDialect } from './dialect-client.ts'

const flags =
  'rtl containsEmoji isGif isStar isGroup isForwarded isEphemeral isNotification isLive isBroadcast isChannel isBizNotification isDoc isLinkPreview isPSA isRevoked isEdited isUnreadType isFailed'
/** Splits a list of fields that is written as one string to save lines. */
const words = (text: string) => text.split(' ')
/** Returns paths below a field. */
const under = (name: string, text: string) => words(text).map((field) => `${name}.${field}`)

const media = [
  ...words('id type message chat flow status size mime extension filename caption format createdAt meta.hasPreview'),
  ...under('links', 'download resource message chat contact'),
]
const subscription = under('billing.subscription', 'plan planCode product status')

/** Response fields that programs read, by kind, for an object whose values are all known. */
export const fieldsOf = {
  message: words(
    'id waId wid chat status deliveryStatus webhookStatus priority device source entity retry.count retentionPolicy createdAt deliverAt',
  ),
  chatMessage: [
    ...words('id type flow status ack from to fromNumber toNumber date createdAt timestamp chat meta.source events'),
    ...under('meta', flags),
    ...under('links', 'message chat contact chatMessages device'),
  ],
  media,
  chat: [
    ...words('id name type status waStatus statusUpdatedAt date lastMessageAt firstMessageAt lastAutoReply'),
    ...words('lastAutoReplyAt unreadCount labels owner.department contact.metadata links.messages'),
    ...under('lastMessage', 'id type flow date'),
    ...under('meta', 'unreadCount isUnread canSend isArchived isPinned isChatMuted isReadOnly'),
  ],
  chatStats: under('stats', 'notes localMessages inboundMessages outboundMessages'),
  groupChat: under('group', 'owner totalParticipants announce restrict participants.0.isAdmin participants.0.phone'),
  contact: [
    ...words('id wid type phone name shortName displayName formattedName formattedShortName status createdAt'),
    ...words('syncedAt image metadata info.name info.kind subscription.status'),
    ...under('meta', 'isContactBlocked isBusiness isWAContact'),
  ],
  device: [
    ...words('id phone wid alias description createdAt connector version status profile.name profile.image'),
    ...under('session', 'status uptime lastSyncAt'),
    ...under('queue', 'status size messages scheduled total'),
    ...under('settings', 'deliverySpeed retentionPolicy rebootPolicy'),
    ...subscription,
    'waba.displayPhoneNumber',
  ],
  queue: words('status size messages scheduled total'),
  label: words('name color scope active'),
  member: words('id displayName email role status color availability.mode lastSeenAt'),
  note: words('id message createdAt author'),
  group: words('id wid device kind name createdAt totalParticipants isArchive isReadOnly unreadCount'),
  invite: words('code link inviteCode inviteLink'),
  channel: words('id wid device kind name createdAt'),
  file: [
    ...words('id filename size mime ext kind sha2 status origin format permission tags createdAt expiresAt'),
    ...under('stats', 'downloads deliveries'),
  ],
  webhook: words('id name url events device status retries'),
  webhookLog: words(
    'id webhook createdAt event objectId objectType objectEvent deviceId responseStatus responseTime responseBody',
  ),
  numberCheck: [
    ...words('exists phone wid isBusiness link'),
    ...under('businessInfo', 'name isApi isSmb privacyMode'),
    ...under(
      'country',
      'code name officialName phonePrefix flag domain currency currencyName languages locales timezones',
    ),
  ],
  sync: words('status lastSyncAt lastSyncSeconds session.status session.lastSyncAt session.session'),
} as const

/** Returns the value at a path such as `participants.0.phone`. */
function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], value)
}

/** Options for a row's call. `fields` must be in the response or its first item. `status` overrides the documented status. */
type RowOptions = {
  json?: unknown
  query?: string
  fields?: readonly string[]
  status?: number
  values?: Record<string, string>
  key?: string
}

type Documented = Record<string, Record<string, { 'x-support': string; description?: string; responses: object }>>

/** Makes the calls listed in the specification's rows. Each call must succeed and return the named fields. */
export function openRows(system: () => RunningSystem) {
  const { call, write, device } = openDialect(system)
  const called = new Set<string>()
  let document: Promise<Documented> | undefined
  const documented = () =>
    (document ??= fetch(`${system().url}/compat/v1/docs.json`)
      .then((found) => found.json())
      .then((body) => (body as { paths: Documented }).paths))
  const targetOf = (template: string, values: Record<string, string> = {}) =>
    template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  return {
    call,
    write,
    device,
    documented,
    /** Records a row that a test calls some other way. */
    note: (line: string) => called.add(line),
    isCalled: (line: string) => called.has(line),
    row: async (line: string, options: RowOptions = {}): Promise<DialectAnswer['body']> => {
      const { json, query = '', fields = [], values, status: other, key } = options
      const request = { ...(json === undefined ? {} : { json }), ...(key === undefined ? {} : { key }) }
      const answer = await call(`${targetOf(line, values)}${query}`, request)
      const paths = await documented()
      const [method = '', path = ''] = line.split(' ')
      const [expected] = Object.keys(paths[`/v1${path}`]?.[method.toLowerCase()]?.responses ?? {})
      expect([line, answer.status, answer.body]).toMatchObject([line, other ?? Number(expected), answer.body])
      const shown = Array.isArray(answer.body) && fields.length > 0 ? answer.body[0] : answer.body
      const missing = fields.filter((field) => valueAt(shown, field) === undefined)
      expect([line, missing, missing.length > 0 && shown]).toEqual([line, [], false])
      called.add(line)
      return answer.body
    },
  }
}

export type Rows = ReturnType<typeof openRows>
