import fc from 'fast-check'
import { expect, it } from 'vitest'
import { change, messages, metadata, parse, statuses, text } from './callbacks.fixture.ts'

it('a text of a callback that fits into an event stays whole, and its raw form stays with the stored callback', () => {
  const body = 'x'.repeat(100_000)
  const [update] = parse(messages([{ ...text, text: { body } }])) as never as [{ text: string; raw: unknown }]
  expect(update).toMatchObject({ text: body, raw: null })
})

it('a text that does not fit is not cut within a character', () => {
  const [update] = parse(messages([{ ...text, text: { body: `x${'🦊'.repeat(70_000)}` } }])) as never as [
    { text: string },
  ]
  expect(update.text).toBe(`x${'🦊'.repeat(32_767)}`)
})

const large = fc.oneof(
  fc.integer({ min: 1, max: 300_000 }).map((length) => 'x'.repeat(length)),
  fc.integer({ min: 1, max: 40_000 }).map((length) => '\u0001🦊'.repeat(length)),
  fc.integer({ min: 1, max: 20_000 }).map((length) => Array.from({ length }, (_, i) => ({ name: `n${i}`, url: 'u' }))),
  fc
    .integer({ min: 1, max: 15_000 })
    .map((length) => Object.fromEntries(Array.from({ length }, (_, i) => [`f${i}`, i]))),
  // These become longer when parsed.
  fc.integer({ min: 1, max: 40_000 }).map((length) => Array.from({ length }, () => ({}))),
  fc.integer({ min: 1, max: 15_000 }).map((length) => Array.from({ length }, () => ({ code: 1 }))),
  fc
    .integer({ min: 1, max: 320 })
    .map((length) =>
      Array.from({ length }, () => ({ phones: Array.from({ length: 80 }, () => ({ phone: '1', wa_id: '1' })) })),
    ),
  fc.integer({ min: 1, max: 60 }).map((depth) => {
    let value: unknown = 'x'.repeat(8_000)
    for (let at = 0; at < depth; at++) value = { a: value, b: 'y'.repeat(8_000) }
    return value
  }),
)

it('an item of a callback is bounded however it is filled, with what it is and whom it is from', () => {
  const fields = ['text', 'image', 'contacts', 'interactive', 'context', 'errors', 'hologram', 'referral']
  const filled = fc.dictionary(fc.constantFrom(...fields), large, { minKeys: 1 })
  fc.assert(
    fc.property(
      filled,
      fc.constantFrom('messages', 'orders', 'cards', 'unsupported', 'statuses', 'group', 'account'),
      (extra, kind) => {
        const order = { type: 'order', order: { product_items: extra['errors'] } }
        const bodies = {
          messages: () => messages([{ ...text, ...extra }]),
          orders: () => messages([{ ...text, ...order, ...extra }]),
          cards: () => messages([{ ...text, ...extra, type: 'contacts' }]),
          unsupported: () => messages([{ ...text, ...extra, type: 'unsupported' }]),
          statuses: () => statuses([{ id: 'wamid.A', status: 'sent', ...extra }]),
          group: () => change('group_status_update', { metadata, groups: [{ type: 'group_suspend', ...extra }] }),
          account: () => change('history', { metadata, ...extra }),
        }
        const updates = parse(bodies[kind]())
        for (const update of updates) {
          // The bus accepts 1 MiB, and the event's envelope and ids are far below 64 KiB.
          expect(Buffer.byteLength(JSON.stringify(update))).toBeLessThan((1024 - 64) * 1024)
        }
        if (kind === 'messages') expect(updates).toMatchObject([{ kind: 'message', providerId: 'wamid.A' }])
      },
    ),
    { numRuns: 12 },
  )
})

it.each([
  ['entries', () => ({ object: 'whatsapp_business_account', entry: Array(300_000).fill({}) as object[] })],
  [
    'changes',
    () => ({ object: 'whatsapp_business_account', entry: [{ changes: Array(300_000).fill(1) as number[] }] }),
  ],
  ['messages that are none', () => messages(Array(300_000).fill(1))],
])('a callback of 300,000 %s is read with at most five seconds of CPU time', (_, make) => {
  const bytes = JSON.stringify(make())
  const begun = process.threadCpuUsage()
  parse(bytes)
  const { user, system } = process.threadCpuUsage(begun)
  expect((user + system) / 1_000).toBeLessThan(5_000)
})
