import { newId, numberCredentialsPurpose } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { createCloudNumber, listEvents, statusOf, useNumbers } from '../numbers.fixture.ts'

const { fixture, newcomer, connect } = useNumbers()

const numbers = () => fixture.service.clients.numbers.numbers

describe('simulate', () => {
  it('simulate lets a customer write, and the message comes in as a callback', async () => {
    const mine = newcomer()
    const { id } = await connect(mine)
    const from = '+4915112345678'
    const played = await numbers().simulate.mutate({ id, message: { from, text: 'Hello' } }, mine)
    expect(played).toMatchObject({ simulated: 'message', providerId: expect.stringMatching(/^wamid\./) })
    const event = await until(() => listEvents(fixture, mine, 'provider:message')[0])
    expect(event).toMatchObject({ number: id, providerId: played.providerId, from: { phone: from }, text: 'Hello' })
  })

  it('simulate refuses content that is larger than what the provider sends', async () => {
    const mine = newcomer()
    const { id } = await connect(mine)
    const caption = 'x'.repeat(900_000)
    const message = { from: '+4915112345678', type: 'image', content: { caption } }
    await expect(numbers().simulate.mutate({ id, message }, mine)).rejects.toThrow(/at most 64 KiB/)
    const change = { field: 'account_update', value: { event: caption } }
    await expect(numbers().simulate.mutate({ id, change }, mine)).rejects.toThrow(/at most 64 KiB/)
  })

  it('simulate plays what happens to a group, and says why it cannot', async () => {
    const mine = newcomer()
    const { id } = await connect(mine)
    const group = { group: 'unknown', action: 'follow_link' as const, who: '+4915112345678' }
    await expect(numbers().simulate.mutate({ id, group }, mine)).rejects.toThrow('group.group: there is no such group')
    const message = { from: '+4915112345678', text: 'Hello', groupId: newId('grp') }
    await expect(numbers().simulate.mutate({ id, message }, mine)).rejects.toMatchObject({
      data: { fault: { code: 'group:not_found' } },
    })
    expect(listEvents(fixture, mine, 'provider:message')).toEqual([])
  })

  it('simulate plays a status of a sent message, and refuses a message that the provider does not have', async () => {
    const mine = newcomer()
    const { id, phoneNumberId } = await connect(mine)
    const credentials = await until(() => listEvents(fixture, mine, 'number:credentials')[0])
    const opened = JSON.parse(
      fixture.service.vault.open(credentials.ciphertext ?? '', numberCredentialsPurpose(id)),
    ) as { accessToken: string }
    const answer = await fetch(`${fixture.simulator.url}/v24.0/${phoneNumberId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${opened.accessToken}` },
      body: JSON.stringify({
        messaging_product: 'whatsapp',
        to: '+15550100013',
        type: 'text',
        text: { body: 'silent' },
        biz_opaque_callback_data: 'msg:1',
      }),
    })
    const wamid = ((await answer.json()) as { messages: [{ id: string }] }).messages[0].id
    const status = { message: wamid, status: 'played' as const }
    expect(await numbers().simulate.mutate({ id, status }, mine)).toEqual({ simulated: 'status', providerId: wamid })
    const reported = await until(() =>
      listEvents(fixture, mine, 'provider:status').find(({ status }) => status === 'played'),
    )
    expect(reported).toMatchObject({ number: id, providerId: wamid, callbackTag: 'msg:1' })
    const unknown = numbers().simulate.mutate({ id, status: { message: newId('msg'), status: 'read' } }, mine)
    expect(await statusOf(unknown)).toBe(422)
  })

  it('simulate plays an outage and time, and is refused for numbers of the Cloud API', async () => {
    const mine = newcomer()
    const { id } = await connect(mine)
    const outage = { kind: 'error' as const, seconds: 1 }
    expect(await numbers().simulate.mutate({ id, outage }, mine)).toEqual({ simulated: 'outage', providerId: null })
    const end = { ...outage, seconds: 0 }
    expect(await numbers().simulate.mutate({ id, outage: end }, mine)).toMatchObject({ simulated: 'outage' })
    expect(await numbers().simulate.mutate({ id, advance: { seconds: 60 } }, mine)).toMatchObject({
      simulated: 'advance',
    })
    const cloud = await connect(mine, await createCloudNumber(fixture))
    await expect(numbers().simulate.mutate({ id: cloud.id, outage }, mine)).rejects.toThrow(/Only simulator numbers/)
  })
})
