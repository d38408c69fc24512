import { startReceiver, until } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { describe, expect, test } from 'vitest'
import { evaluate, fileOf, send } from './make-app.fixture.ts'

const phone = '+4915120000495'

/** Sends the Make app's requests as its files define them, because Make can't run here. */
export function make(system: () => RunningSystem): void {
  const scope = (parameters: object, more: object = {}) => ({
    connection: { url: system().url, token: system().account.key },
    parameters,
    ...more,
  })
  const act = (module: string, parameters: object) => send(`modules/${module}/communication.imljson`, scope(parameters))

  describe('the app of Make', () => {
    test('accepts a connection with the key, and refuses another one', async () => {
      const connect = (token: string) =>
        send('connections/posthorn/communication.imljson', { connection: {}, parameters: { url: system().url, token } })
      await connect(system().account.key)
      await expect(connect('ph_test_wrong')).rejects.toThrow(/^\[401\] /)
    })

    test('sends texts and templates and saves contacts, and explains a refusal', async () => {
      const { output } = await act('sendText', { phone, message: 'Hello' })
      expect(output).toMatchObject({ phone, status: 'queued' })
      const template = { phone, template: 'hello_world', language: 'en_US', variables: [] }
      expect((await act('sendTemplate', template)).output).toMatchObject({ type: 'template' })
      expect((await act('saveContact', { phone, name: 'Katherine', tags: ['make'] })).output).toMatchObject({
        tags: ['make'],
      })
      expect((await act('saveContact', { phone, company: 'Acme' })).output).toMatchObject({
        name: 'Katherine',
        company: 'Acme',
      })
      await expect(act('sendText', { phone: 'nobody', message: 'Hello' })).rejects.toThrow(
        /^\[400\] .*phone.* \(\w+:invalid, request req_/,
      )
    })

    test('calls any other operation, and offers the numbers of the workspace', async () => {
      const parameters = { url: '/v1/labels', method: 'POST', body: JSON.stringify({ name: `Make ${Date.now()}` }) }
      expect((await act('makeApiCall', parameters)).output).toMatchObject({ statusCode: 201 })
      const { output } = await send('rpcs/numbers/communication.imljson', scope({}))
      expect(output).toContainEqual(expect.objectContaining({ value: system().account.number }))
    })

    test.each(['messageReceived', 'messageStatus', 'messageFailed'])(
      'the trigger %s attaches its webhook and detaches it',
      async (key) => {
        const attached = scope({}, { webhook: { url: 'https://hook.example.com/make' } })
        const { data } = await send(`webhooks/${key}/attach.imljson`, attached)
        const { externalHookId } = data as { externalHookId: string }
        expect((await system().call('GET', `/v1/webhooks/${externalHookId}`)).status).toBe(200)
        await send(`webhooks/${key}/detach.imljson`, scope({}, { webhook: { externalHookId } }))
        expect((await system().call('GET', `/v1/webhooks/${externalHookId}`)).status).toBe(404)
      },
    )

    test('the trigger for messages gives the event', async () => {
      await using receiver = await startReceiver()
      const attached = scope({ number: system().account.number }, { webhook: { url: receiver.url } })
      const { data } = await send('webhooks/messageReceived/attach.imljson', attached)
      await system().ok('POST', `/v1/numbers/${system().account.number}/simulate`, {
        body: { message: { from: phone, type: 'text', text: 'Where is the shop?' } },
      })
      const { body } = await until(() => receiver.requests.find((each) => each.body.includes('Where is the shop?')))
      const { output } = fileOf('webhooks/messageReceived/communication.imljson') as { output: string }
      const event = evaluate(output, { body: JSON.parse(body.toString()) as unknown })
      expect(event).toMatchObject({ event: 'message:in', data: { message: 'Where is the shop?' } })
      await send('webhooks/messageReceived/detach.imljson', scope({}, { webhook: data as object }))
    })
  })
}
