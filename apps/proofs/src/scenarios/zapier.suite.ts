import { startReceiver } from '@posthorn/testkit'
import { type RunningSystem, receiveQuestion } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { app, type Bundle, type ZapierTools } from 'zapier-posthorn'

const phone = '+4915120000471'

/** The Zapier app handles bundles like those that Zapier passes to it. */
export function zapier(system: () => RunningSystem): void {
  const bundle = (more: Partial<Bundle>): Bundle => ({
    authData: { url: system().url, token: system().account.key },
    inputData: {},
    ...more,
  })
  const stash: { bytes: Uint8Array; filename: string }[] = []
  const z: ZapierTools = {
    stashFile: (bytes, _size, filename) =>
      Promise.resolve(`https://files.example.com/${stash.push({ bytes, filename })}`),
  }
  const stepOf = <T>(steps: Readonly<Record<string, T>>, key: string): T => {
    const found = steps[key]
    if (found === undefined) throw new Error(`there is no step ${key}`)
    return found
  }
  const create = (key: string, inputData: Record<string, unknown>) =>
    stepOf(app.creates, key).operation.perform(z, bundle({ inputData }))

  test('the connection of Zapier is accepted with the key, and refused without', async () => {
    expect(await app.authentication.test(z, bundle({}))).toHaveProperty('workspace')
    const authData = { url: system().url, token: 'ph_test_wrong' }
    await expect(app.authentication.test(z, bundle({ authData }))).rejects.toThrow()
  })

  test('actions of Zapier send, save, find, upload from an address and download', async () => {
    await using files = await startReceiver({ respond: { headers: { 'content-type': 'text/plain' }, body: '9 to 17' } })
    expect(await create('sendText', { phone, message: 'Hello' })).toMatchObject({ phone, status: 'queued' })
    const sent = await create('sendFile', { phone, file: `${files.url}/hours.txt` })
    const { media } = sent as unknown as { media: { file: string } }
    await create('downloadFile', { file: media.file })
    expect(stash.map(({ bytes, filename }) => [new TextDecoder().decode(bytes), filename])).toEqual([
      ['9 to 17', 'hours.txt'],
    ])
    await create('saveContact', { phone, name: 'Grace Hill', tags: ['zap'] })
    const found = await stepOf(app.searches, 'findContact').operation.perform(z, bundle({ inputData: { phone } }))
    expect(found).toMatchObject([{ name: 'Grace Hill' }])
    await expect(create('sendText', { phone: 'nobody', message: 'Hello' })).rejects.toThrow(/phone .*\nCode: /s)
  })

  test('a trigger of Zapier subscribes, gives the event of a signed hook, and unsubscribes', async () => {
    await using receiver = await startReceiver()
    const trigger = stepOf(app.triggers, 'messageReceived')
    if (!('performSubscribe' in trigger.operation)) throw new Error('the trigger is no hook')
    const { performSubscribe, perform, performUnsubscribe, performList } = trigger.operation
    expect(await performList(z, bundle({}))).toMatchObject([{ event: 'message:in' }])
    const subscribeData = await performSubscribe(z, bundle({ targetUrl: receiver.url }))
    const { question, signed, altered } = await receiveQuestion(system(), { receiver, phone })
    const events = await perform(z, bundle({ subscribeData, rawRequest: signed }))
    expect(events).toMatchObject([{ event: 'message:in', data: { message: question } }])
    await expect(perform(z, bundle({ subscribeData, rawRequest: altered }))).rejects.toThrow('No signature')
    await performUnsubscribe(z, bundle({ subscribeData }))
    expect((await system().call('GET', `/v1/webhooks/${subscribeData.id}`)).status).toBe(404)
  })
}
