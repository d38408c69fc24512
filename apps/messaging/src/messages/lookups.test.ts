import { describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'

const { fixture, connected } = useMessaging()
const clients = () => fixture.service.clients.messaging
const as = () => fixture.service.as(connected.workspace)

/** Returns a range of ids with the same prefix. */
const rangeOf = (id: string) => ({ from: `${id.slice(0, -5)}00000`, to: `${id.slice(0, -5)}zzzzz` })

describe('a look-up by the beginning of an id', () => {
  it('finds the message and its chat, in the own workspace only', async () => {
    const sent = await clients().messages.send.mutate({ phone: '+15559700777', message: 'Hello' }, as())
    const message = { kind: 'message' as const, ...rangeOf(sent.id) }
    expect(await clients().lookups.byRange.query(message, as())).toEqual({ id: sent.id })
    const chat = { kind: 'chat' as const, ...rangeOf(sent.chat) }
    expect(await clients().lookups.byRange.query(chat, as())).toEqual({ id: sent.chat })
    const other = fixture.service.as(fixture.service.workspace())
    expect(await clients().lookups.byRange.query(message, other)).toEqual({ id: null })
    const file = { kind: 'file' as const, ...rangeOf(sent.id.replace('msg_', 'file_')) }
    expect(await clients().lookups.byRange.query(file, as())).toEqual({ id: null })
  })
})
