import { until } from '@posthorn/testkit'
import { listen, newWorkspace, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'

type Made = { id: string }

export function twoWorkspaces(system: () => RunningSystem): void {
  test("two workspaces: neither sees the other's messages, numbers or events", async () => {
    const { workspace: other, key } = await newWorkspace(system(), 'Other')
    const number = await system().ok<Made>('POST', '/v1/numbers', {
      key,
      body: { name: 'Other', provider: 'simulator' },
    })
    await until(async () => (await system().call('GET', `/v1/numbers/${number.id}/queue`, { key })).status === 200)
    await using mine = await listen(system(), { events: ['message:*'] })
    await using theirs = await listen(system(), { events: ['message:*'], key })

    const body = { phone: '+4915120000005', message: 'the same words' }
    const sent = await system().ok<Made>('POST', '/v1/messages', { body })
    const sentThere = await system().ok<Made>('POST', '/v1/messages', { body, key })
    const reported = (id: string, where: typeof mine) => where.received().filter(({ data }) => data.id === id)
    const isRead = (id: string, where: typeof mine) => reported(id, where).some(({ data }) => data.ack === 'read')
    await until(() => isRead(sent.id, mine) && isRead(sentThere.id, theirs), {
      describe: 'both to be reported as read',
    })
    expect([...reported(sent.id, theirs), ...reported(sentThere.id, mine)]).toEqual([])
    expect(theirs.received().every(({ workspace }) => workspace === other)).toBe(true)

    const foreign = await system().call('GET', `/v1/messages/${sentThere.id}`)
    const unknown = await system().call('GET', `/v1/messages/${sentThere.id.slice(0, -4)}0000`)
    expect(foreign.status).toBe(404)
    const { requestId: _, ...foreignBody } = foreign.body
    const { requestId: __, ...unknownBody } = unknown.body
    expect(foreignBody).toEqual(unknownBody)
    expect((await system().call('GET', `/v1/numbers/${number.id}`)).status).toBe(404)
    const listed = await system().ok<Made[]>('GET', '/v1/messages?size=200', { key })
    expect(listed.map(({ id }) => id)).toEqual([sentThere.id])
  })
}
