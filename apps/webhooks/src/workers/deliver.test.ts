import { exampleContact, newId } from '@posthorn/contracts'
import { busEvent, startReceiver, startTestService, type TestService, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webhooksService } from '../service.ts'

let kit: TestService
beforeAll(async () => {
  kit = await startTestService(webhooksService, {
    env: { ALLOW_PRIVATE_ADDRESSES: 'true', RETRY_SCALE: '0.001', DELIVERY_TIMEOUT_MS: '1000' },
  })
})
afterAll(() => kit[Symbol.asyncDispose]())

const contactCreated = (workspace: string) =>
  busEvent({ event: 'contact:created', workspace, data: exampleContact as never })

describe('the deliver loop', () => {
  it('brings an event to its endpoint at once, signed, with the secret header', async () => {
    await using receiver = await startReceiver()
    const workspace = kit.workspace()
    const mine = kit.as(workspace)
    const secretHeader = { name: 'X-Key', value: 's3cret' }
    const created = await kit.clients.webhooks.webhooks.create.mutate(
      { url: receiver.url, events: ['*'], secretHeader },
      mine,
    )
    receiver.useSecret(created.signingSecret)
    const event = contactCreated(workspace)
    await kit.bus.publish(event)
    const request = await until(() => receiver.requests[0])
    expect(request.verified).toBe(true)
    expect(request.headers).toMatchObject({ 'x-key': 's3cret', 'webhook-id': event.id })
  })
})
