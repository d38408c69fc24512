import { mediaIdOf, wamidOf } from '@posthorn/cloud-api'
import { newId } from '@posthorn/contracts'
import { startHttpServer, until } from '@posthorn/testkit'
import { assertAnswer, assertSendRequest } from '@posthorn/testkit/cloud-api'
import { describe, expect, it } from 'vitest'
import { png, useGraph } from './graph.fixture.ts'
import { body, card, flow, interactive, kinds, link, reply } from './kinds.fixture.ts'

const graph = useGraph()
/** Sends a message through both APIs to a customer who has sent us one. Resolves with what the provider received from each. */
async function sendBoth(message: object, direct: object) {
  const { phone } = await graph.customer()
  const before = graph.sent().length
  const to = phone.slice(1)
  const wamid = await graph.post({ recipient_type: 'individual', to, ...message })
  await until(() => graph.sent().length > before, { describe: 'the first message to be sent' })
  const answer = await graph.gateway.send('/v1/messages', { token: graph.token, json: { phone, ...direct } })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  const sent = await until(() => graph.sent().length > before + 1 && graph.sent().slice(before), {
    describe: 'the second message to be sent',
  })
  return { wamid, sent }
}

describe('a message through the API of the provider', () => {
  it.each(kinds)('%s is the same at the provider as through our own API', async (_name, message, direct) => {
    const { wamid, sent } = await sendBoth(message, direct)
    expect(wamid).toMatch(/^wamid\.[A-Za-z0-9+/]{28}$/)
    expect(sent[0]).toEqual(sent[1])
    expect(sent[0]).toMatchObject(JSON.parse(JSON.stringify(message)) as object)
    assertSendRequest(sent[0] ?? {})
  })

  it('is answered as the provider does, at once', async () => {
    const json = { messaging_product: 'whatsapp', to: '+49 (1577) 123-4567', type: 'text', text: { body: 'Hi' } }
    const answer = await graph.call(`/${graph.phoneNumberId}/messages`, { json })
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        messaging_product: 'whatsapp',
        contacts: [{ input: '+49 (1577) 123-4567', wa_id: '4915771234567' }],
        messages: [{ id: expect.stringMatching(/^wamid\./) }],
      },
    ])
    assertAnswer('send', answer.json)
  })

  it('is taken as Chatwoot writes it: empty context and caption, and an action as JSON in a text', async () => {
    const { phone } = await graph.customer()
    const before = graph.sent().length
    const to = phone.slice(1)
    const action = JSON.stringify({ buttons: [reply('1', 'Tea'), reply('2', 'Coffee')] })
    await graph.post({ context: null, to, text: { body: 'Hi' }, type: 'text' })
    await graph.post({ context: null, to, type: 'image', image: { link, caption: '' } })
    await graph.post({ to, interactive: { type: 'button', body: { text: 'Which?' }, action }, type: 'interactive' })
    await graph.post({ to, interactive: JSON.stringify({ type: 'flow', body, action: flow }), type: 'interactive' })
    const sent = await until(() => graph.sent().length === before + 4 && graph.sent().slice(before))
    expect(sent).toMatchObject([
      { text: { body: 'Hi' } },
      { image: { link } },
      { interactive: { action: JSON.parse(action) as object } },
      { interactive: { type: 'flow', action: flow } },
    ])
    expect(sent[1]?.['image']).toEqual({ link })
  })

  it('with an Idempotency-Key is sent once', async () => {
    const headers = { 'Idempotency-Key': 'order-1042' }
    const json = { messaging_product: 'whatsapp', to: '4915770009999', type: 'text', text: { body: 'Once' } }
    const send = () => graph.call(`/${graph.phoneNumberId}/messages`, { json, headers })
    const [first, second] = [await send(), await send()]
    expect(second.json).toEqual(first.json)
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  })

  it('names others by the ids that programs know, also after a restart', async () => {
    const { phone, wamid: theirs } = await graph.customer()
    const to = phone.slice(1)
    const mine = await graph.post({ to, type: 'text', text: { body: 'First' } })
    const bodies = () => graph.sent().filter((each) => each['to'] === phone)
    await until(() => bodies().length === 1)
    await graph.gateway.gateway.restart()
    await graph.post({ to, type: 'text', text: { body: 'To mine' }, context: { message_id: mine } })
    await graph.post({ to, type: 'text', text: { body: 'To theirs' }, context: { message_id: theirs } })
    await graph.post({ to, type: 'reaction', reaction: { message_id: mine, emoji: '👍' } })
    await graph.post({ to, type: 'reaction', reaction: { message_id: theirs, emoji: '' } })
    const unknown = 'wamid.HBgNNDkxNTc3MDAwOTk5OBUCABIYFDNB'
    await graph.post({ to, type: 'text', text: { body: 'To an old one' }, context: { message_id: unknown } })
    const sent = await until(() => bodies().length === 6 && bodies().slice(1))
    const { json } = await graph.gateway.send(`/v1/messages?direction=out&phone=%2B${to}&size=10`, {
      token: graph.token,
    })
    const first = (json as unknown as { id: string; providerId: string }[]).find(({ id }) => wamidOf(id) === mine)
    const own = first?.providerId
    expect(own).not.toBe(mine)
    expect(sent).toMatchObject([
      { context: { message_id: own } },
      { context: { message_id: theirs } },
      { reaction: { message_id: own, emoji: '👍' } },
      { reaction: { message_id: theirs, emoji: '' } },
      { context: { message_id: unknown } },
    ])
  })

  it('of a customer is marked read, with a typing indicator', async () => {
    const { wamid } = await graph.customer()
    const receipt = { messaging_product: 'whatsapp', status: 'read', message_id: wamid }
    const path = `/${graph.phoneNumberId}/messages`
    const typing = { ...receipt, typing_indicator: { type: 'text' } }
    const answer = await graph.call(path, { json: typing })
    expect([answer.status, answer.json]).toEqual([200, { success: true }])
    await until(() =>
      graph.sent().some((each) => each['message_id'] === wamid && each['typing_indicator'] !== undefined),
    )
    expect((await graph.call(path, { json: { ...receipt, message_id: 'wamid.unknown' } })).json).toMatchObject({
      error: { code: 131009, type: 'OAuthException' },
    })
  })

  it('of a kind that we do not know brings uploaded media to the provider, and names them by its ids', async () => {
    const { phone } = await graph.customer()
    const [first, second] = [await graph.upload(png), await graph.upload(Buffer.concat([png, Buffer.from('more')]))]
    const before = graph.sent().length
    const cards = [first, second].map((id, i) => ({ ...card(i), header: { type: 'image', image: { id } } }))
    await graph.post({ to: phone, ...interactive('carousel', { body, action: { cards } }) })
    const [sent] = await until(() => graph.sent().length > before && graph.sent().slice(before))
    const { interactive: got } = sent as { interactive: { action: { cards: { header: { image: { id: string } } }[] } } }
    const ids = got.action.cards.map(({ header }) => header.image.id)
    expect(new Set([...ids, first, second]).size).toBe(4)
    expect(ids.every((id) => /^\d+$/.test(id))).toBe(true)
    const unknown = [{ ...cards[0], header: { type: 'image', image: { id: mediaIdOf(newId('file')) } } }, cards[1]]
    const answer = await graph.call(`/${graph.phoneNumberId}/messages`, {
      json: {
        messaging_product: 'whatsapp',
        to: phone,
        ...interactive('carousel', { body, action: { cards: unknown } }),
      },
    })
    expect([answer.status, answer.json]).toMatchObject([400, { error: { code: 131009 } }])
  })

  it.each<[string, (image: object) => object]>([
    ['in our fields', (image) => ({ type: 'image', image })],
    ['with a field that we do not know', (image) => ({ type: 'image', image: { ...image, view_once: true } })],
    ['in a header', (image) => interactive('flow', { header: { type: 'image', image }, body, action: flow })],
    [
      'on cards',
      (image) => {
        const cards = [0, 1].map((i) => ({ ...card(i), header: { type: 'image', image } }))
        return interactive('carousel', { body, action: { cards } })
      },
    ],
  ])('brings a file that the provider cannot fetch to the provider, stored once: %s', async (_place, message) => {
    const { phone } = await graph.customer()
    await using host = await startHttpServer((_, res) => res.setHeader('Content-Type', 'image/png').end(png))
    const stored = async () => (await graph.messaging.rows('select id from file')).length
    const [sentBefore, storedBefore] = [graph.sent().length, await stored()]
    await graph.post({ to: phone, ...message({ link: `${host.url}/a.png` }) })
    const [sent] = await until(() => graph.sent().length > sentBefore && graph.sent().slice(sentBefore))
    expect(JSON.stringify(sent)).toMatch(/"image":\{"id":"\d+"/)
    expect(JSON.stringify(sent)).not.toContain(host.url)
    expect((await stored()) - storedBefore).toBe(1)
  })

  it('brings the files of all its links to the provider one after the other, because one workspace fetches only a few at once', async () => {
    const { phone } = await graph.customer()
    let [open, most] = [0, 0]
    await using host = await startHttpServer((_, res) => {
      open += 1
      most = Math.max(most, open)
      // Long enough for other fetches to begin meanwhile.
      setTimeout(() => {
        open -= 1
        res.setHeader('Content-Type', 'image/png').end(png)
      }, 50)
    })
    const header = (i: number) => ({ type: 'image', image: { link: `${host.url}/${i}.png` } })
    const cards = Array.from({ length: 10 }, (_, i) => ({ ...card(i), header: header(i) }))
    const before = graph.sent().length
    await graph.post({ to: phone, ...interactive('carousel', { header: header(10), body, action: { cards } }) })
    const [sent] = await until(() => graph.sent().length > before && graph.sent().slice(before))
    expect(JSON.stringify(sent).match(/"image":\{"id":"\d+"/g)).toHaveLength(11)
    expect(most).toBe(1)
  })

  it("keeps the provider's media beside an empty link", async () => {
    const { phone } = await graph.customer()
    const image = { id: '1234567890', link: '' }
    const cards = [0, 1].map((i) => ({ ...card(i), header: { type: 'image', image } }))
    const before = graph.sent().length
    await graph.post({ to: phone, ...interactive('carousel', { body, action: { cards } }) })
    const [sent] = await until(() => graph.sent().length > before && graph.sent().slice(before))
    expect(sent).toMatchObject(interactive('carousel', { body, action: { cards } }))
  })

  it('goes to a user id in recipient, which counts only without to', async () => {
    const send = (json: object) =>
      graph.call(`/${graph.phoneNumberId}/messages`, { json: { messaging_product: 'whatsapp', ...text, ...json } })
    const text = { type: 'text', text: { body: 'Hi' } }
    const before = graph.sent().length
    const answer = await send({ recipient: 'US.13491208655302741918' })
    expect([answer.status, answer.json]).toMatchObject([200, { contacts: [{ input: 'US.13491208655302741918' }] }])
    const [sent] = await until(() => graph.sent().length > before && graph.sent().slice(before))
    expect(sent).toMatchObject({ recipient: 'US.13491208655302741918', recipient_type: 'individual' })
    expect(sent).not.toHaveProperty('to')
    expect((await send({ recipient: 'US.1', to: '4915770009996' })).json).toMatchObject({
      contacts: [{ input: '4915770009996' }],
    })
    expect((await send({ recipient: 'Ada' })).json).toMatchObject({
      error: { code: 131009, error_data: { details: "Parameter 'recipient' is not a phone number." } },
    })
    expect((await send({ to: '4915770009996', recipient_type: 'crowd' })).json).toMatchObject({ error: { code: 100 } })
  })

  it('keeps data of its own, which come back as reference', async () => {
    const { phone } = await graph.customer()
    await graph.post({ to: phone, type: 'text', text: { body: 'x' }, biz_opaque_callback_data: 'order-7' })
    const { json } = await graph.gateway.send('/v1/messages?reference=order-7', { token: graph.token })
    expect(json).toHaveLength(1)
  })
})

describe('a refusal', () => {
  const text = { messaging_product: 'whatsapp', to: '4915770009998', type: 'text', text: { body: 'Hi' } }
  const buttons = (count: number) =>
    interactive('button', { body, action: { buttons: Array.from({ length: count }, (_, i) => reply(`${i}`, `${i}`)) } })

  it.each<[string, object, number, number]>([
    ['no product', { ...text, messaging_product: undefined }, 400, 100],
    ['no recipient', { ...text, to: undefined }, 400, 100],
    ['a recipient that is no phone', { ...text, to: 'Ada' }, 400, 131009],
    ['no content', { ...text, text: undefined }, 400, 131008],
    ['an empty text', { ...text, text: { body: '' } }, 400, 100],
    ['an unknown field of a text', { ...text, text: { body: 'x', bold: true } }, 400, 100],
    ['media without a source', { ...text, type: 'image', image: {} }, 400, 131008],
    ['media with two sources', { ...text, type: 'image', image: { id: '1', link } }, 400, 131009],
    ['too many buttons', { ...text, ...buttons(4) }, 400, 131009],
    ['an interactive kind without an action', { ...text, ...interactive('flow', { body }) }, 400, 131008],
    [
      'a flow without its button',
      { ...text, ...interactive('flow', { body, action: { name: 'flow', parameters: {} } }) },
      400,
      131008,
    ],
    [
      'a carousel of one card',
      { ...text, ...interactive('carousel', { body, action: { cards: [card(0)] } }) },
      400,
      131009,
    ],
    ['a card without a name', { ...text, type: 'contacts', contacts: [{ phones: [] }] }, 400, 131008],
    ['a type that is none', { ...text, type: 'No Type' }, 400, 131008],
  ])('of %s has the shape and a code of the provider', async (_name, json, status, code) => {
    const answer = await graph.call(`/${graph.phoneNumberId}/messages`, { json })
    expect([answer.status, answer.json]).toMatchObject([
      status,
      {
        error: {
          type: 'OAuthException',
          code,
          message: expect.stringContaining(`(#${code}) `),
          fbtrace_id: expect.any(String),
        },
      },
    ])
  })

  it('of a key, a number or a path is that of the provider', async () => {
    const path = `/${graph.phoneNumberId}/messages`
    expect(await graph.call(path, { json: text, token: 'EAAwrong' })).toMatchObject({
      status: 401,
      json: { error: { code: 190, type: 'OAuthException' } },
    })
    expect((await graph.call(path, { json: text, headers: { Authorization: '' } })).json).toMatchObject({
      error: { code: 104 },
    })
    const unknown = await graph.call('/1234567890/messages', { json: text })
    expect([unknown.status, unknown.json]).toMatchObject([
      400,
      { error: { code: 100, error_subcode: 33, type: 'GraphMethodException' } },
    ])
    expect((await graph.call('/nothing', {})).json).toMatchObject({ error: { code: 2500 } })
    const other = await graph.gateway.tenant()
    expect((await graph.call(path, { json: text, token: other.token })).json).toMatchObject({
      error: { error_subcode: 33 },
    })
  })
})
