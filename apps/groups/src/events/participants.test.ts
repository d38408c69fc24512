import { newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { createdGroup, useGroupProvider } from '../groups.fixture.ts'

const fixture = useGroupProvider()

type Made = Awaited<ReturnType<typeof createdGroup>>
const [ada, ben, cleo, dora] = ['+4915112345671', '+4915112345672', '+4915112345673', '+4915112345674'] as const

async function move(made: Made, previous: string, address: string): Promise<void> {
  const data = { id: newId('con'), previous, address }
  const event = busEvent({ event: 'contact:address_changed', workspace: made.workspace, data })
  await fixture.service.apply(event)
}

const peopleOf = async (made: Made) => (await made.people()).map(({ phone, status }) => `${phone} ${status}`).toSorted()

it('a participant whose phone changed stays in the group under the new one, once, and it is announced', async () => {
  const made = await createdGroup(fixture)
  await made.api().participants.invite.mutate({ id: made.id, phones: [ada, ben] }, made.caller)
  await made.play('follow_link', ada)
  await until(async () => (await made.get()).participants.joined === 1)
  await move(made, ada, cleo)
  expect(await peopleOf(made)).toEqual([`${ben} invited`, `${cleo} joined`].toSorted())
  await until(() => made.events().find(({ people }) => people?.some(({ phone }) => phone === cleo)))
  await move(made, cleo, ben)
  expect(await peopleOf(made)).toEqual([`${ben} joined`])
  expect((await made.get()).participants).toMatchObject({ joined: 1, invited: 0 })
  await move(made, cleo, ben)
  expect(await peopleOf(made)).toEqual([`${ben} joined`])
})

it('a subscriber whose phone changed stays subscribed under the new one, and who left under either stays away', async () => {
  const made = await createdGroup(fixture)
  const { channels, subscribers } = made.api()
  const { id } = await channels.create.mutate({ number: made.number, name: 'Offers' }, made.caller)
  await subscribers.add.mutate({ id, phones: [ada, ben, cleo] }, made.caller)
  await subscribers.remove.mutate({ id, phones: [ben] }, made.caller)
  const statuses = async () => {
    const { items } = await subscribers.list.query({ id }, made.caller)
    return Object.fromEntries(items.map(({ phone, status }) => [phone, status]))
  }
  await move(made, ada, dora)
  expect(await statuses()).toEqual({ [ben]: 'unsubscribed', [cleo]: 'subscribed', [dora]: 'subscribed' })
  await move(made, ben, dora)
  expect(await statuses()).toEqual({ [cleo]: 'subscribed', [dora]: 'unsubscribed' })
})
