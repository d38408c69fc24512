import { until } from '@posthorn/testkit'
import { listen, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { type Message, newCustomer, reaches } from './customers.ts'

type Group = {
  id: string
  name: string
  status: string
  providerId: string
  inviteLink: string
  image: { sha256: string } | null
  participants: { joined: number; invited: number; requested: number }
}
type Person = { phone: string; status: string; invitation: { id: string; status: string } | null }
type Asking = { id: string; phone: string; status: string }

function scene(system: RunningSystem, { id, providerId }: Group) {
  const at = `/v1/groups/${id}`
  const shown = () => system.ok<Group>('GET', at)
  return {
    at,
    shown,
    until: (what: string, is: (group: Group) => boolean) =>
      until(async () => ((now) => is(now) && now)(await shown()), { describe: what }),
    people: () => system.ok<Person[]>('GET', `${at}/participants`),
    /** Approves or rejects these people's pending requests, once all of them have asked. */
    async answer(verb: 'approve' | 'reject', phones: string[]) {
      const pending = () => system.ok<Asking[]>('GET', `${at}/requests?status=pending`)
      const asked = await until(
        async () => {
          const requests = (await pending()).filter(({ phone }) => phones.includes(phone))
          return requests.length === phones.length && requests
        },
        { describe: 'the requests to join' },
      )
      await system.ok('POST', `${at}/requests/${verb}`, { body: { requests: asked.map((request) => request.id) } })
    },
    follow: async (who: string, link: string) => {
      const body = { group: { group: providerId, action: 'follow_link', who, link } }
      return (await system.call('POST', `/v1/numbers/${system.account.number}/simulate`, { body })).status
    },
  }
}

/** Uploads a file with the header of a 640 × 640 JPEG. */
async function uploadJpeg(system: RunningSystem): Promise<{ id: string; sha256: string }> {
  const body = Buffer.from('ffd8ffe000040000ffc0001108028002800301220002110103110100', 'hex')
  const headers = { Token: system.account.key, 'Content-Type': 'image/jpeg' }
  const answer = await fetch(`${system.url}/v1/files`, { method: 'POST', headers, body })
  return (await answer.json()) as { id: string; sha256: string }
}

export function runAGroup(system: () => RunningSystem): void {
  test('a group: three are invited and let in, they are written to, one is removed, the link is revoked, and all ends', async () => {
    await using hook = await listen(system(), { events: ['group:updated'] })
    const number = system().account.number
    const [ada = '', ben = '', cleo = '', outsider = ''] = Array.from({ length: 4 }, newCustomer)
    const body = { number, name: 'Drivers north', joinApproval: true, participants: [ada, ben, cleo] }
    const make = () => system().ok<Group>('POST', '/v1/groups', { body: body })
    const { id } = await until(make, { describe: 'the number to be known to groups' })
    const made = () => system().ok<Group>('GET', `/v1/groups/${id}`)
    const group = await until(async () => ((now) => now.status === 'active' && now)(await made()))
    const day = scene(system(), group)

    const invited = async () => (await day.people()).filter(({ invitation }) => invitation?.status === 'read')
    await until(async () => (await invited()).length === 3, { describe: 'the invitations to be read' })
    const reference = (await day.people())[0]?.invitation?.id ?? ''
    const [sent] = await system().ok<Message[]>('GET', `/v1/messages?reference=${reference}`)
    expect(sent?.message).toContain(group.inviteLink)

    for (const who of [ada, ben, outsider]) expect(await day.follow(who, group.inviteLink)).toBe(200)
    await day.answer('approve', [ada, ben])
    await day.answer('reject', [outsider])
    await day.until('two to be in it', ({ participants }) => participants.joined === 2)
    await day.follow(cleo, group.inviteLink)
    await day.answer('approve', [cleo])
    const full = await day.until('all to be in it', ({ participants }) => participants.joined === 3)
    expect(full.participants).toEqual({ joined: 3, invited: 0, requested: 0 })

    await system().ok('PATCH', day.at, { body: { name: 'Drivers south' } })
    await day.until('the new name', ({ name }) => name === 'Drivers south')
    const { id: file, sha256 } = await uploadJpeg(system())
    await system().ok('PUT', `${day.at}/image`, { body: { file } })
    await day.until('the image that is kept as a file', ({ image }) => image?.sha256 === sha256)
    const message = await until(
      () => system().ok<Message>('POST', '/v1/messages', { body: { group: id, message: 'Snow on the pass' } }),
      { describe: 'the group to be known to messaging' },
    )
    await reaches(system(), message.id, 'read')

    await system().ok('POST', `${day.at}/participants/remove`, { body: { participants: [ben] } })
    await day.until('one to be gone', ({ participants }) => participants.joined === 2)
    expect(await day.follow(ben, group.inviteLink)).toBe(409)
    await system().ok('POST', `${day.at}/invite/revoke`)
    const { inviteLink } = await day.until('a new link', (now) => now.inviteLink !== group.inviteLink)
    expect(await day.follow(outsider, group.inviteLink)).toBe(409)
    expect(await day.follow(outsider, inviteLink)).toBe(200)

    await system().ok('DELETE', day.at)
    await day.until('the end', ({ status }) => status === 'deleted')
    const changes = () => hook.received().flatMap(({ data }) => (data.id === id ? [data['change']] : []))
    await until(() => changes().includes('deleted'), { describe: 'the end to be announced' })
    expect(changes()).toEqual(expect.arrayContaining(['created', 'active', 'participants', 'requests', 'changed']))
    const late = await system().call('POST', '/v1/messages', { body: { group: id, message: 'Anybody?' } })
    expect(late.status).toBe(409)
  })
}
