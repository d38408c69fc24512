import { until } from '@posthorn/testkit'
import { listen, type RunningSystem } from '@posthorn/testkit/system'
import { expect, test } from 'vitest'
import { type Message, newCustomer, reaches, write } from './customers.ts'

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

/** Returns short forms of what the owner and the invited people do with this group. */
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

/** The provider confirms each change to a group later, so every step waits for its effect. */
export function runAGroup(system: () => RunningSystem): void {
  test('a group: three are invited and let in, they are written to, one is removed, the link is revoked, and all ends', async () => {
    await using hook = await listen(system(), { events: ['group:updated'] })
    const number = system().account.number
    const [ada = '', ben = '', cleo = '', outsider = ''] = Array.from({ length: 4 }, newCustomer)
    const body = { number, name: 'Drivers north', joinApproval: true, participants: [ada, ben, cleo] }
    const { id } = await system().ok<Group>('POST', '/v1/groups', { body })
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

type Post = { id: string; status: string; counts: { total: number } }
type Subscriber = { phone: string; status: string }

const people = 40

/** A post must not reach someone who has just opted out, and must reach all others once. */
export function postToAChannel(system: () => RunningSystem): void {
  test('a channel: people subscribe, one leaves by a word, a post reaches all others once and its end is published', async () => {
    await using hook = await listen(system(), { events: ['channel:posted', 'message:out'] })
    const number = system().account.number
    const { id } = await system().ok<{ id: string }>('POST', '/v1/channels', { body: { number, name: 'Offers' } })
    const phones = Array.from({ length: people }, newCustomer)
    await system().ok('POST', `/v1/channels/${id}/subscribers`, { body: { phones } })

    const leaver = phones[0] ?? ''
    await write(system(), leaver, 'STOP')
    const left = () => system().ok<Subscriber[]>('GET', `/v1/channels/${id}/subscribers?status=unsubscribed`)
    await until(async () => (await left()).length === 1, { describe: 'the word to be heard' })
    expect((await left())[0]?.phone).toBe(leaver)

    const message = 'Everything for half today'
    const post = await system().ok<Post>('POST', '/v1/posts', { body: { channel: id, message } })
    const shown = () => system().ok<Post>('GET', `/v1/posts/${post.id}`)
    await until(async () => (await shown()).status === 'posted', { describe: 'the post to end' })
    expect((await shown()).counts.total).toBe(people - 1)
    const reported = (kind: string) => hook.received().filter(({ event }) => event === kind)
    await until(() => reported('channel:posted').length === 1, { describe: 'the end to be announced' })
    const reached = () => reported('message:out').filter(({ data }) => data['message'] === message)
    await until(() => reached().length === people - 1, { describe: 'every message to be announced' })
    expect(new Set(reached().map(({ data }) => data['phone']))).toEqual(new Set(phones.slice(1)))

    const again = await system().ok<Message>('POST', '/v1/messages', { body: { channel: id, message: 'Last hour' } })
    const posted = await reaches<Message & { post: string }>(system(), again.id, 'sent')
    const counted = await system().ok<Post>('GET', `/v1/posts/${posted.post}`)
    expect(counted).toMatchObject({ status: 'posted', counts: { total: people - 1 } })
  })
}
