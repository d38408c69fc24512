import type { Number as ConnectedNumber, Post, Webhook } from '@posthorn/sdk'
import { beforeAll, expect, it } from 'vitest'
import { firstWords as en } from '../words/en/first.ts'
import { chooseWords } from '../words/words.ts'
import { stripItems } from './strip-items.ts'

beforeAll(() => chooseWords('en', en))

const numberOf = (status: string, session: string) =>
  ({
    id: `num_${status}_${session}`,
    name: 'Shop',
    phone: null,
    status,
    session: { status: session },
  }) as unknown as ConnectedNumber
const webhookOf = (status: string, endpoint: string, breaker: string) =>
  ({
    id: `whk_${status}_${endpoint}_${breaker}`,
    status,
    endpoints: [{ url: 'https://shop.example.com/hook', status: endpoint, breaker: { status: breaker } }],
  }) as unknown as Webhook
const postOf = (status: string) =>
  ({
    id: `pst_${status}`,
    channel: 'chn_a',
    status,
    counts: { total: 1_200, waiting: 800, queued: 79 },
  }) as unknown as Post

it('shows a restore first, with what rests and where to look, and nothing while all is well', () => {
  expect(stripItems({})).toEqual([])
  expect(stripItems({ restore: { since: null, resting: [] }, numbers: [numberOf('active', 'online')] })).toEqual([])
  const restore = { since: '2026-11-23T09:12:00.000Z', resting: ['messages' as const, 'webhooks' as const] }
  const [first, second] = stripItems({ restore, numbers: [numberOf('active', 'offline')] })
  expect(first).toMatchObject({ tone: 'bad', to: 'numbers/waiting' })
  expect(first?.text).toContain('messages are waiting, webhooks are waiting')
  expect(first?.text).toContain('2026')
  expect(second?.text).toBe('Shop: This number is offline.')
})

it('shows numbers that are offline, in error or restricted, not those that someone disconnected or that begin', () => {
  const numbers = [
    numberOf('active', 'offline'),
    numberOf('restricted', 'online'),
    numberOf('error', 'error'),
    numberOf('active', 'error'),
    numberOf('disconnected', 'offline'),
    numberOf('connecting', 'pending'),
  ]
  const items = stripItems({ numbers })
  expect(items.map(({ to }) => to)).toEqual(numbers.slice(0, 4).map(({ id }) => `numbers/${id}`))
  expect(items[1]?.text).toBe('Shop: WhatsApp has restricted this number.')
})

it('shows that someone paused the queue of a number, with what waits in it and a way to resume it', () => {
  const queueOf = (status: string, waiting: number) =>
    ({ ...numberOf('active', 'online'), queue: { status, waiting } }) as ConnectedNumber
  expect(stripItems({ numbers: [queueOf('active', 7), queueOf('draining', 7)] })).toEqual([])
  const [empty, full] = stripItems({ numbers: [queueOf('paused', 0), queueOf('paused', 3)] })
  expect(empty?.text).toBe('Shop: The queue is paused.')
  expect(full?.text).toBe('Shop: The queue is paused. 3 messages are waiting.')
  expect(full).toMatchObject({ tone: 'warn', to: 'numbers/num_active_online/queue', paused: 'num_active_online' })
})

it('shows webhooks that rest after failures or were disabled, not those that someone paused', () => {
  const webhooks = [
    webhookOf('active', 'active', 'open'),
    webhookOf('disabled', 'disabled', 'closed'),
    webhookOf('active', 'disabled', 'closed'),
    webhookOf('paused', 'active', 'open'),
    webhookOf('active', 'active', 'closed'),
  ]
  const items = stripItems({ webhooks })
  expect(items.map(({ tone }) => tone)).toEqual(['warn', 'bad', 'bad'])
  expect(items[0]?.text).toBe('https://shop.example.com/hook: Webhook deliveries are failing.')
})

it('shows broadcasts that are being sent, with their name and how far they are', () => {
  const posts = ['posting', 'gathering', 'scheduled', 'paused', 'stopping', 'posted'].map(postOf)
  const items = stripItems({ posts, channels: [{ id: 'chn_a', name: 'Offers' }] })
  expect(items.map(({ id }) => id)).toEqual(['pst_posting', 'pst_gathering'])
  expect(items[0]).toMatchObject({ tone: 'busy', to: 'broadcasts/chn_a' })
  expect(items[0]?.text).toBe('Sending broadcast “Offers”: 321 of 1,200.')
})

it('says first that the page has no connection, and since when, with the day if that is not today', () => {
  const [first, second] = stripItems({
    awaySince: Date.parse('2025-11-23T09:12:00Z'),
    numbers: [numberOf('error', 'error')],
  })
  expect(first?.text).toMatch(/^Offline since .*2025.*\. Reconnecting automatically; you will not miss anything\.$/)
  expect(second?.tone).toBe('bad')
})
