import { messageIdOf } from '@posthorn/cloud-api'
import { startReceiver, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useGraph } from './graph.fixture.ts'

const graph = useGraph({ records: false })

type Item = Record<string, unknown> & { id: string; type?: string; status?: string }
type Value = { messages?: Item[]; statuses?: Item[]; metadata: { phone_number_id: string } }
type Callback = { entry: { id: string; changes: { value: Value }[] }[] }

describe('a program that gets and sends messages', () => {
  it('subscribes itself, is told of messages and media, answers in context, and finds its own ids in statuses', async () => {
    await using program = await startReceiver({
      respond: ({ method, path }) => {
        const query = new URL(path, 'http://program').searchParams
        if (method === 'GET' && query.get('hub.verify_token') === 'secret')
          return { body: query.get('hub.challenge') ?? '' }
        return { status: method === 'GET' ? 403 : 200 }
      },
    })
    const subscription = `/${graph.businessAccountId}/subscribed_apps`
    const wrong = { override_callback_uri: program.url, verify_token: 'wrong' }
    expect((await graph.call(subscription, { json: wrong })).json).toMatchObject({ error: { code: 131009 } })
    const json = { ...wrong, verify_token: 'secret' }
    for (const _time of [1, 2]) expect((await graph.call(subscription, { json })).json).toEqual({ success: true })
    const values = () =>
      program.requests.flatMap(({ method, json: body }) =>
        method === 'POST' ? (body as Callback).entry.flatMap(({ changes }) => changes.map(({ value }) => value)) : [],
      )
    const messages = () => values().flatMap((value) => value.messages ?? [])
    const statuses = () => values().flatMap((value) => value.statuses ?? [])

    const { phone, wamid } = await graph.customer()
    const text = await until(() => messages().find(({ id }) => id === wamid), { describe: 'the text to be delivered' })
    expect(text).toMatchObject({ from: phone.slice(1), type: 'text', text: { body: 'Hello' } })
    expect(values()[0]?.metadata.phone_number_id).toBe(graph.phoneNumberId)

    const simulated = { message: { from: phone, type: 'image' } }
    await graph.gateway.send(`/v1/numbers/${graph.number}/simulate`, { token: graph.token, json: simulated })
    const image = await until(() => messages().find(({ type }) => type === 'image'), { describe: 'the image' })
    const { id: media } = image['image'] as { id: string }
    const described = await graph.call(`/${media}?phone_number_id=${graph.phoneNumberId}`)
    const { url, file_size: size } = described.json as Record<string, unknown>
    const file = await fetch(String(url), { headers: { Authorization: `Bearer ${graph.token}` } })
    expect((await file.arrayBuffer()).byteLength).toBe(Number(size))

    const sent = await graph.post({
      to: phone.slice(1),
      type: 'text',
      text: { body: 'Hi' },
      context: { message_id: wamid },
    })
    for (const step of ['sent', 'delivered', 'read'])
      await until(() => statuses().some(({ id, status }) => id === sent && status === step), {
        describe: `the status ${step} with the id that the program got`,
      })
    const { json: stored } = await graph.gateway.send(`/v1/messages/${messageIdOf(sent)}`, { token: graph.token })
    const reply = { message: { from: phone, text: 'To that', replyTo: stored['providerId'] } }
    await graph.gateway.send(`/v1/numbers/${graph.number}/simulate`, { token: graph.token, json: reply })
    const answer = await until(() => messages().find((each) => (each['text'] as { body?: string })?.body === 'To that'))
    expect(answer['context']).toMatchObject({ id: sent })
  })
})
