import {
  choicesOf,
  common,
  explain,
  isSubscribed,
  Posthorn,
  perform,
  receive,
  subscribe,
  unsubscribe,
} from '@posthorn/connectors'
import { startReceiver, until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { describe, expect, test } from 'vitest'

const phone = '+4915120000461'

/** The actions, lists and triggers that the n8n, Zapier, Activepieces and Make connectors share. */
export function connectors(system: () => RunningSystem): void {
  const client = () => new Posthorn({ url: system().url, token: system().account.key })
  const run = (key: string, values: Record<string, unknown>, name?: string) => {
    const action = common.find((each) => each.key === key)
    if (action === undefined) throw new Error(`there is no action ${key}`)
    return perform(client(), { action, values, run: name })
  }
  const act = async (key: string, values: Record<string, unknown>, name?: string) => {
    const outcome = await run(key, values, name)
    if ('file' in outcome) throw new Error(`${key} returned a file`)
    return outcome.items
  }
  const customerWrites = (text: string) =>
    system().ok('POST', `/v1/numbers/${system().account.number}/simulate`, {
      body: { message: { from: phone, type: 'text', text } },
    })

  describe('the connectors of workflow tools', () => {
    test('a repeated execution sends one message, another execution a second one', async () => {
      const values = { phone, message: 'Your order is ready' }
      const [first] = await act('sendText', values, 'run-1')
      const [again] = await act('sendText', values, 'run-1')
      const [other] = await act('sendText', values, 'run-2')
      expect(again?.['id']).toBe(first?.['id'])
      expect(other?.['id']).not.toBe(first?.['id'])
    })

    test('a file of the workflow is sent, and comes back as it was', async () => {
      const bytes = new TextEncoder().encode('Opening hours: 9 to 17')
      const file = { bytes, type: 'text/plain', filename: 'hours.txt' }
      const [message] = await act('sendFile', { phone, file, message: 'Here' }, 'run-3')
      const { media } = message as { media: { file: string } }
      const outcome = await run('downloadFile', { file: media.file })
      expect(outcome).toMatchObject({ file: { type: 'text/plain', filename: 'hours.txt' } })
      expect('file' in outcome && new TextDecoder().decode(outcome.file.bytes)).toBe('Opening hours: 9 to 17')
    })

    test('contacts and chats are saved, found, labeled and asked', async () => {
      await act('saveContact', { phone, name: 'Ada Park', tags: 'vip' })
      const [saved] = await act('saveContact', { phone, company: 'Acme' })
      expect(saved).toMatchObject({ name: 'Ada Park', company: 'Acme', tags: ['vip'] })
      expect(await act('findContact', { phone })).toMatchObject([{ id: saved?.['id'] }])
      await customerWrites('Hello')
      const [chat] = await until(async () => {
        const found = await act('findChat', { phone })
        return found.length > 0 && found
      })
      const label = await client().labels.create({ name: `From a workflow ${Date.now()}` })
      expect(await choicesOf(client(), 'labels')).toContainEqual({ label: label.name, value: label.id })
      expect(await act('labelChat', { chat: chat?.['id'], labels: [label.id] })).toMatchObject([
        { labels: [{ id: label.id }] },
      ])
      const [poll] = await act('sendPoll', { chat: chat?.['id'], question: 'Were you satisfied?', options: 'Yes\nNo' })
      expect(poll).toMatchObject({ type: 'poll' })
    })

    test('every list of choices can be read', async () => {
      for (const list of ['channels', 'groups', 'labels', 'members', 'numbers', 'segments', 'templates'] as const) {
        expect(await choicesOf(client(), list)).toBeInstanceOf(Array)
      }
      const { number } = system().account
      expect((await choicesOf(client(), 'numbers')).map(({ value }) => value)).toContain(number)
    })

    test('a trigger gets the events that its filter accepts, signed with its secret, until it is switched off', async () => {
      await using receiver = await startReceiver()
      const { id, secret } = await subscribe(client(), {
        url: receiver.url,
        kinds: ['message:in'],
        name: 'n8n: a workflow',
      })
      await customerWrites('The invoice is wrong')
      const { headers, body } = await until(() =>
        receiver.requests.find((each) => each.body.includes('The invoice is wrong')),
      )
      const delivery = { headers, body: new Uint8Array(body), secret }
      expect(await receive(delivery, { contains: 'INVOICE', types: ['text'] })).toMatchObject({ event: 'message:in' })
      expect(await receive(delivery, { phone: '+4915100000000' })).toBeUndefined()
      await expect(receive({ ...delivery, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' })).rejects.toThrow(
        'No signature',
      )
      await unsubscribe(client(), id)
      await unsubscribe(client(), id)
      expect((await system().call('GET', `/v1/webhooks/${id}`)).status).toBe(404)
    })

    test('a trigger whose secret was lost gets another webhook at its URL, and one that was disabled is resumed', async () => {
      await using receiver = await startReceiver({ respond: { status: 410 } })
      const subscription = { url: receiver.url, kinds: ['message:in'], name: 'n8n: a workflow' }
      const lost = await subscribe(client(), subscription)
      const { id } = await subscribe(client(), subscription)
      expect((await system().call('GET', `/v1/webhooks/${lost.id}`)).status).toBe(404)
      await customerWrites('Are you there?')
      await until(async () => (await client().webhooks.get({ id })).status === 'disabled')
      receiver.respondWith({})
      const asked = receiver.requests.length
      expect(await isSubscribed(client(), { id, url: receiver.url })).toBe(true)
      await until(() => receiver.requests.length > asked)
      expect(await isSubscribed(client(), { id, url: `${receiver.url}/other` })).toBe(false)
      await unsubscribe(client(), id)
      expect(await isSubscribed(client(), { id, url: receiver.url })).toBe(false)
    })

    test('a refusal names the field, the code and the request', async () => {
      const refusal = await act('sendText', { phone: 'nobody', message: 'Hello' }).catch((error: unknown) => error)
      expect(explain(refusal)).toMatchObject({
        status: 400,
        description: expect.stringMatching(/phone .*\nCode: .*request/s),
      })
    })
  })
}
