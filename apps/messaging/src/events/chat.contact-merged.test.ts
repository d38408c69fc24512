import { newId } from '@posthorn/contracts'
import { busEvent, until } from '@posthorn/testkit'
import { describe, it } from 'vitest'
import { openChatByText } from '../chats/inbox.fixture.ts'
import { useMessaging } from '../messaging.fixture.ts'

const { fixture } = useMessaging()

describe('a contact that is merged into another', () => {
  it('hands its chat to the other', async () => {
    const connected = await fixture.connectNumber()
    const { id, contact } = await openChatByText(fixture, connected, { phone: '+15557100003' })
    const into = newId('con')
    const data = { id: contact as string, deletedAt: new Date().toISOString(), mergedInto: into }
    await fixture.service.bus.publish(busEvent({ event: 'contact:deleted', workspace: connected.workspace, data }))
    const get = () => fixture.service.clients.messaging.chats.get.query({ id }, fixture.service.as(connected.workspace))
    await until(async () => (await get()).contact === into)
  })
})
