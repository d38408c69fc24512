import { ApFile, createMockActionContext, type Store } from '@activepieces/pieces-framework'
import { startReceiver, until } from '@posthorn/testkit'
import { addMember, type RunningSystem } from '@posthorn/testkit/system'
import { posthorn } from 'activepieces-posthorn'
import { describe, expect, test } from 'vitest'

const phone = '+4915120000491'

/** The Activepieces piece runs in its framework's test contexts. */
export function activepieces(system: () => RunningSystem): void {
  const auth = () => ({ type: 'CUSTOM_AUTH', props: { url: system().url, token: system().account.key } })
  const written: { fileName: string; text: string }[] = []
  const run = async (name: string, propsValue: object, runId = 'run-1') => {
    const action = posthorn.getAction(name)
    if (action === undefined) throw new Error(`there is no action ${name}`)
    const context = {
      ...createMockActionContext({ propsValue }),
      auth: auth(),
      run: { id: runId },
      files: {
        write: ({ fileName, data }: { fileName: string; data: Buffer }) =>
          Promise.resolve(`file://${written.push({ fileName, text: data.toString() })}`),
      },
    }
    return (await action.run(context as unknown as Parameters<typeof action.run>[0])) as Record<string, unknown>
  }

  describe('the piece of Activepieces', () => {
    test('accepts a connection with the key, and refuses another one', async () => {
      const validate = (token: string) =>
        posthorn.auth?.validate?.({ auth: { url: system().url, token }, server: { apiUrl: '', publicUrl: '' } })
      expect(await validate(system().account.key)).toEqual({ valid: true })
      expect(await validate('ph_test_wrong')).toMatchObject({ valid: false })
    })

    test('sends texts, files, polls and templates, and a repeated step of a run sends nothing twice', async () => {
      const first = await run('sendText', { phone, message: 'Hello' })
      expect(first).toMatchObject({ phone, status: 'queued' })
      expect(await run('sendText', { phone, message: 'Hello' })).toMatchObject({ id: first['id'] })
      expect((await run('sendText', { phone, message: 'Hello' }, 'run-2'))['id']).not.toBe(first['id'])
      const file = new ApFile('hours.txt', Buffer.from('9 to 17'), 'txt')
      const { media } = (await run('sendFile', { phone, file })) as { media: { file: string } }
      expect(await run('downloadFile', { file: media.file })).toMatchObject({ filename: 'hours.txt', size: 7 })
      expect(written).toEqual([{ fileName: 'hours.txt', text: '9 to 17' }])
      expect(await run('sendPoll', { phone, question: 'Satisfied?', options: ['Yes', 'No'] })).toMatchObject({
        type: 'poll',
      })
      const template = { phone, template: 'hello_world', language: 'en_US' }
      expect(await run('sendTemplate', template)).toMatchObject({ type: 'template' })
      await expect(run('sendText', { phone: 'nobody', message: 'Hello' })).rejects.toThrow(/phone .*\nCode: /s)
    })

    test('saves and finds contacts, and finds, labels and assigns chats', async () => {
      await run('saveContact', { phone, name: 'Mary Hill', tags: ['piece'] })
      expect(await run('findContact', { phone })).toMatchObject([{ name: 'Mary Hill', tags: ['piece'] }])
      const [chat] = await until(async () => {
        const found = (await run('findChat', { phone })) as unknown as { id: string }[]
        return found.length > 0 && found
      })
      const label = await system().ok<{ id: string }>('POST', '/v1/labels', { body: { name: `Piece ${Date.now()}` } })
      expect(await run('labelChat', { chat: chat?.id, labels: [label.id] })).toMatchObject({
        labels: [{ id: label.id }],
      })
      const member = await addMember(system(), { name: 'Ruth', email: 'ruth@shop.example.com' })
      expect(await run('assignChat', { chat: chat?.id, member })).toMatchObject({ assignee: { id: member } })
    })

    test('calls any operation with its input', async () => {
      const created = await run('callOperation', { operation: 'labels.create', input: { name: `Call ${Date.now()}` } })
      const { items } = created as unknown as { items: { id: string }[] }
      const listed = await run('callOperation', { operation: 'labels.list' })
      expect(listed['items']).toContainEqual(expect.objectContaining({ id: items[0]?.id }))
      await expect(run('callOperation', { operation: 'webhooks.create' })).rejects.toThrow('one of the list')
    })

    test('offers the numbers of the workspace as choices', async () => {
      const property = posthorn.getAction('sendText')?.props['number'] as unknown as {
        options(values: object): Promise<{ disabled: boolean; options: { value: string }[] }>
      }
      expect(await property.options({})).toMatchObject({ disabled: true })
      const { options } = await property.options({ auth: auth() })
      expect(options.map(({ value }) => value)).toContain(system().account.number)
    })

    test.each(Object.keys(posthorn.triggers()))(
      'the trigger %s subscribes when it is enabled, and gives a sample',
      async (name) => {
        const { trigger, context, stored } = startTrigger(name, 'https://flows.example.com/hook')
        await trigger.onEnable(context)
        const { id } = stored.get('webhook') as { id: string }
        expect((await system().call('GET', `/v1/webhooks/${id}`)).status).toBe(200)
        expect(await trigger.test(context)).toMatchObject([{ data: {} }])
        await trigger.onDisable(context)
        expect((await system().call('GET', `/v1/webhooks/${id}`)).status).toBe(404)
        expect(stored.size).toBe(0)
      },
    )

    test('the trigger for messages gives the event of a signed request, and nothing for an altered one', async () => {
      await using receiver = await startReceiver()
      const { trigger, context } = startTrigger('messageReceived', receiver.url)
      await trigger.onEnable(context)
      await system().ok('POST', `/v1/numbers/${system().account.number}/simulate`, {
        body: { message: { from: phone, type: 'text', text: 'Is it open today?' } },
      })
      const { body, headers } = await until(() =>
        receiver.requests.find((each) => each.body.includes('Is it open today?')),
      )
      const rawBody = body.toString()
      const events = (text: string) =>
        trigger.run({
          ...context,
          payload: { body: JSON.parse(text) as unknown, rawBody: text, headers, queryParams: {} },
        } as typeof context)
      expect(await events(rawBody)).toMatchObject([{ event: 'message:in', data: { message: 'Is it open today?' } }])
      expect(await events(rawBody.replace('today', 'later'))).toEqual([])
      await trigger.onDisable(context)
    })
  })

  function startTrigger(name: string, webhookUrl: string) {
    const trigger = posthorn.getTrigger(name)
    if (trigger === undefined) throw new Error(`there is no trigger ${name}`)
    const stored = new Map<string, unknown>()
    const store: Store = {
      put: (key, value) => Promise.resolve(stored.set(key, value) && value),
      get: <T>(key: string) => Promise.resolve((stored.get(key) ?? null) as T | null),
      delete: (key) => Promise.resolve(void stored.delete(key)),
    }
    const context = { auth: auth(), propsValue: {}, store, webhookUrl } as unknown as Parameters<typeof trigger.run>[0]
    return { trigger, context, stored }
  }
}
