import type { Number as ConnectedNumber, Post, Restore, Webhook } from '@posthorn/sdk'
import { fullMoment, momentText, say } from '../words/words.ts'

export type StripItem = {
  id: string
  tone: 'bad' | 'warn' | 'busy'
  text: string
  to?: string
  post?: Post
  /** Number whose queue can be resumed. */
  paused?: string
}

/** Input for the strip. Facts that aren't known yet are absent. */
type StripFacts = {
  /** Since when the page has been without a connection. */
  awaySince?: number | undefined
  restore?: Restore | undefined
  numbers?: readonly ConnectedNumber[] | undefined
  webhooks?: readonly Webhook[] | undefined
  posts?: readonly Post[] | undefined
  channels?: readonly { id: string; name: string }[] | undefined
}

/** Returns the items at the top of every page: the connection, a restore, numbers, webhooks, and broadcasts in progress, in this order. */
export const stripItems = ({ awaySince, restore, numbers, webhooks, posts, channels }: StripFacts): StripItem[] => [
  ...(awaySince === undefined ? [] : [awayItem(awaySince)]),
  ...(restore ? ofRestore(restore) : []),
  ...(numbers ?? []).flatMap(ofNumber),
  ...(webhooks ?? []).flatMap(ofWebhook),
  ...(posts ?? []).flatMap((post) => ofPost(post, channels?.find(({ id }) => id === post.channel)?.name ?? '')),
]

const awayItem = (since: number): StripItem => ({
  id: 'away',
  tone: 'warn',
  text: say('live.awayHelp', { time: momentText(since) }),
})

/** Returns a notice while a database restored from a backup is in quarantine, with the kinds of work that rest. */
function ofRestore({ since, resting }: Restore): StripItem[] {
  if (since === null) return []
  const work = resting.map((each) => say(`strip.${each}`)).join(', ')
  // It may have lasted for days.
  const text = say('strip.restore', { time: fullMoment(since), work })
  return [{ id: 'restore', tone: 'bad', text, to: 'numbers/waiting' }]
}

/** Returns what keeps a number from sending: a problem, a paused queue, or both. */
function ofNumber(number: ConnectedNumber): StripItem[] {
  const { id, phone, status, session } = number
  const name = number.name || phone || id
  const what = troubleOf(status, session.status)
  return [
    ...(what === undefined ? [] : [troubleItem(id, say('strip.number', { name, what: say(`alert.number.${what}`) }))]),
    ...ofQueue(number, name),
  ]
}

const troubleItem = (id: string, text: string): StripItem => ({ id, tone: 'bad', text, to: `numbers/${id}` })

/** A paused queue is no fault, but explains why nothing is being sent. */
function ofQueue({ id, queue }: ConnectedNumber, name: string): StripItem[] {
  if (queue?.status !== 'paused') return []
  const { waiting } = queue
  const text = waiting === 0 ? say('strip.paused', { name }) : say('strip.pausedWith', { name, count: waiting })
  return [{ id: `queue of ${id}`, tone: 'warn', text, to: `numbers/${id}/queue`, paused: id }]
}

/** Returns a number's problem. A disconnected number has none, because someone disconnected it. */
function troubleOf(status: ConnectedNumber['status'], session: ConnectedNumber['session']['status']) {
  if (status === 'disconnected') return undefined
  if (status === 'restricted') return 'restricted'
  if (status === 'error' || session === 'error') return 'error'
  return session === 'offline' ? 'offline' : undefined
}

/** Returns what keeps a webhook's endpoints from getting events. A webhook that someone paused has no problem. */
function ofWebhook({ id, name, status, endpoints }: Webhook): StripItem[] {
  const disabled = endpoints.find((endpoint) => endpoint.status === 'disabled')
  const failing = endpoints.find(({ breaker }) => breaker.status !== 'closed')
  const url = (disabled ?? failing ?? endpoints[0])?.url ?? id
  if (status === 'paused' || (status === 'active' && disabled === undefined && failing === undefined)) return []
  const isDisabled = status === 'disabled' || disabled !== undefined
  const what = say(isDisabled ? 'alert.webhook.disabled' : 'alert.webhook.failing')
  const text = say('strip.webhook', { webhook: name ?? url, what })
  return [{ id, tone: isDisabled ? 'bad' : 'warn', text, to: `developer/webhooks/${id}` }]
}

/** Returns the progress of a broadcast while its recipients are gathered or it is being sent. */
function ofPost(post: Post, name: string): StripItem[] {
  if (post.status !== 'posting' && post.status !== 'gathering') return []
  const { total, waiting, queued } = post.counts
  const text = say('strip.post', { name, done: total - waiting - queued, total })
  return [{ id: post.id, tone: 'busy', text, to: `broadcasts/${post.channel}`, post }]
}
