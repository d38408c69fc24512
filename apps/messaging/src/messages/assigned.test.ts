import { newId } from '@posthorn/contracts'
import { faultOf } from '@posthorn/testkit'
import { expect, it } from 'vitest'
import { addMember, openChatByText } from '../chats/inbox.fixture.ts'
import { useMessaging } from '../messaging.fixture.ts'
import { changeSettings } from '../settings.fixture.ts'

const { fixture } = useMessaging()

it('where only the assignee answers, other members are refused in a chat however they name it; keys and free chats are not', async () => {
  const at = await fixture.connectNumber()
  const { workspace } = at
  const { chats, messages } = fixture.service.clients.messaging
  const [ada, grace] = [await addMember(fixture, workspace, 'Ada'), await addMember(fixture, workspace, 'Grace')]
  const as = ({ id, name }: { id: string; name: string }) =>
    fixture.service.as(workspace, { actor: { type: 'member', id: id as `mem_${string}`, name } })
  const phone = '+15559310001'
  const { id } = await openChatByText(fixture, at, { phone })
  await chats.assign.mutate({ id, member: ada.id }, as(ada))
  const send = (to: object, caller: ReturnType<typeof as>) =>
    messages.send.mutate({ message: 'Hello', ...to }, caller).then(
      ({ chat }) => chat,
      (err) => faultOf(err).code,
    )
  expect(await send({ chat: id }, as(grace))).toBe(id)
  await changeSettings(fixture, workspace, { answering: 'assignee' })
  expect(await send({ chat: id }, as(grace))).toBe('chat:assigned')
  expect(await send({ phone, number: at.number }, as(grace))).toBe('chat:assigned')
  const both = [
    { phone, message: 'x' },
    { phone: '+15559310002', message: 'x' },
  ]
  const [refused, taken] = await messages.batch.mutate({ messages: both, partial: true }, as(grace))
  expect(refused).toMatchObject({ error: { errorCode: 'chat:assigned' } })
  expect(taken).toHaveProperty('error', null)
  expect(await send({ chat: id }, as(ada))).toBe(id)
  expect(await send({ chat: id }, fixture.service.as(workspace, { actor: { type: 'key', id: newId('key') } }))).toBe(id)
  await chats.unassign.mutate({ id }, as(ada))
  expect(await send({ chat: id }, as(grace))).toBe(id)
})
