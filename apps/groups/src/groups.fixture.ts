import {
  type EventData,
  type EventKind,
  exampleMessage,
  exampleNumber,
  type groups,
  newId,
  numberCredentialsPurpose,
  type OutputOf,
} from '@posthorn/contracts'
import {
  busEvent,
  type Receiver,
  sharedSimulator,
  startReceiver,
  startTestService,
  type TestService,
  until,
} from '@posthorn/testkit'
import { afterAll, beforeAll } from 'vitest'
import { groupsService } from './service.ts'

type Caller = ReturnType<TestService['as']>
type Group = OutputOf<typeof groups.groups.get>
type Callback = { entry: { changes: { field: string; value: { groups: unknown[] } }[] }[] }
type Connection = { phoneNumberId: string; accessToken: string }
type PostView = OutputOf<typeof groups.posts.get>
type ChannelFixture = Awaited<ReturnType<typeof channelFixture>>
type Owner = { workspace: string; number: string }

export type GroupFixture = Awaited<ReturnType<typeof startGroupFixture>>

const publishedOf = <K extends EventKind>({ bus }: TestService, ofWorkspace: string, kind: K): EventData<K>[] =>
  bus.published.flatMap(({ event, workspace, data }) =>
    event === kind && workspace === ofWorkspace ? [data as EventData<K>] : [],
  )

/** Returns the body of a callback about the creation of a group. */
export const creationBody = (item: object) => {
  const made = { type: 'group_create', invite_link: 'https://chat.whatsapp.com/made', ...item }
  return { entry: [{ changes: [{ field: 'group_lifecycle_update', value: { groups: [made] } }] }] }
}

/** Starts the service with a simulated provider for a file's tests. */
export function useGroupProvider(): GroupFixture {
  const fixture = {} as GroupFixture
  beforeAll(async () => void Object.assign(fixture, await startGroupFixture()))
  afterAll(() => fixture[Symbol.asyncDispose]())
  return fixture
}

/** Starts the service, and a server that publishes callbacks on the bus in place of the numbers service. */
async function startGroupFixture() {
  const simulator = sharedSimulator()
  const [callbacks, graph] = await Promise.all([startReceiver(), startReceiver()])
  const env = { SIMULATOR_URL: simulator.url, CLOUD_API_URL: graph.url, GROUP_CONFIRM_SECONDS: '2' }
  const service = await startTestService(groupsService, { env })
  const owners = new Map<string, Owner>()
  /** Numbers whose callbacks are refused, as if the numbers service were down. */
  const withheld = new Set<string>()
  const deliver = async (owner: Owner, body: unknown) => {
    for (const { field, value } of (body as Callback).entry.flatMap(({ changes }) => changes))
      for (const raw of value.groups ?? [])
        await service.bus.publish(
          busEvent({ event: 'provider:group', workspace: owner.workspace, data: { number: owner.number, field, raw } }),
        )
  }
  callbacks.respondWith(async ({ path, json }) => {
    const owner = owners.get(path.split('/').at(-1) ?? '')
    if (!owner || withheld.has(owner.number)) return { status: 503 }
    await deliver(owner, json)
    return {}
  })
  return {
    simulator,
    callbacks,
    /** Replaces the Cloud API where a test must control when a response arrives. */
    graph,
    service,
    withheld,
    deliver,
    ...connecting({ service, owners, callbacks, simulator }),
    ended: (id: string, caller: Caller) =>
      until(async () => {
        const group = await service.clients.groups.groups.get.query({ id }, caller)
        return group.status !== 'creating' && group
      }),
    eventsOf: (workspace: string) => publishedOf(service, workspace, 'group:updated'),
    async [Symbol.asyncDispose]() {
      await callbacks.stop()
      await graph.stop()
      await service[Symbol.asyncDispose]()
    },
  }
}

type Parts = { service: TestService; owners: Map<string, Owner>; callbacks: Receiver; simulator: { url: string } }

/** Returns functions that connect numbers and act as people at the simulator. */
function connecting({ service, owners, callbacks, simulator }: Parts) {
  async function announced(provider: 'cloud' | 'simulator', openConnection: (number: string) => Promise<Connection>) {
    const [workspace, number] = [service.workspace(), newId('num')]
    const opened = await openConnection(number)
    owners.set(number, { workspace, number })
    const announce = (version: number, ciphertext: string | null) => {
      const data = { number: { id: number, provider }, businessAccountId: null, ciphertext }
      const event = { event: 'number:credentials', workspace, aggregate: { id: number, version } } as const
      return service.bus.publish(busEvent({ ...event, data: data as EventData<'number:credentials'> }))
    }
    await announce(1, service.vault.seal(JSON.stringify(opened), numberCredentialsPurpose(number)))
    await until(async () => (await service.rows('select 1 from known_number where id = $1', [number])).length === 1)
    return { ...opened, workspace, number, caller: service.as(workspace), announce }
  }
  const simulate = async (phoneNumberId: string, body: object) => {
    const sent = { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`${simulator.url}/_simulator/numbers/${phoneNumberId}/simulate`, sent)
    return answer.status
  }
  return {
    simulate,
    connectCloud: () => announced('cloud', async () => ({ phoneNumberId: '1060', accessToken: 'EAA' })),
    connect: ({ token, ...input }: { groups?: boolean; token?: string } = {}) =>
      announced('simulator', async (number) => {
        const body = JSON.stringify({ name: 'Shop', callbackUrl: `${callbacks.url}/callbacks/${number}`, ...input })
        const answer = await fetch(`${simulator.url}/_simulator/numbers`, { method: 'POST', body })
        const { phoneNumberId, accessToken } = (await answer.json()) as Connection
        return { phoneNumberId, accessToken: token ?? accessToken }
      }),
  }
}

/** Returns the latest change to a setting, if there was one. */
export function changeOf(group: Group, setting: string) {
  return group.changes.find((change) => change.setting === setting)
}

/** Creates a group, waits until the provider has confirmed it, and returns it with the steps that tests share. */
export async function createdGroup(
  fixture: GroupFixture,
  input: { joinApproval?: boolean; description?: string } = {},
) {
  const { service } = fixture
  const connected = await fixture.connect()
  const { caller, number, workspace, phoneNumberId } = connected
  const api = () => service.clients.groups
  const { id } = await api().groups.create.mutate({ number, name: 'Drivers', ...input }, caller)
  const { providerId } = await fixture.ended(id, caller)
  const get = (): Promise<Group> => api().groups.get.query({ id }, caller)
  const untilIt = (is: (group: Group) => boolean): Promise<Group> =>
    until(async () => {
      const group = await get()
      return is(group) && group
    })
  return {
    ...connected,
    id,
    api,
    get,
    outsider: service.as(service.workspace()),
    until: untilIt,
    settled: (setting: string, status: string) => untilIt((group) => changeOf(group, setting)?.status === status),
    people: async () => (await api().participants.list.query({ id }, caller)).items,
    requests: async () => (await api().joinRequests.list.query({ id }, caller)).items,
    events: () => fixture.eventsOf(workspace),
    changes: () => fixture.eventsOf(workspace).map(({ change }) => change),
    /** Performs an action in the simulator. Returns the response's status. */
    play: (action: string, who?: string, link?: string): Promise<number> =>
      fixture.simulate(phoneNumberId, { group: { group: providerId, action, who, link } }),
    outage: (kind: string, seconds: number) => fixture.simulate(phoneNumberId, { outage: { kind, seconds } }),
    report: (field: string, item: object, at: number) => {
      const groups = [{ group_id: providerId, timestamp: String(at), ...item }]
      return fixture.deliver({ workspace, number }, { entry: [{ changes: [{ field, value: { groups } }] }] })
    },
    requested: () => publishedOf(service, workspace, 'message:requested'),
  }
}

/** Returns the frame header of a JPEG with these dimensions, in base64. */
export function jpeg(width: number, height: number): string {
  const size = [height, width].map((pixels) => pixels.toString(16).padStart(4, '0')).join('')
  return Buffer.from(`ffd8ffe000040000ffc0001108${size}0301220002110103110100`, 'hex').toString('base64')
}

/** Starts the service for a file's tests. The tests publish other services' events. */
export function useGroups(): TestService {
  const service = {} as TestService
  beforeAll(async () => {
    Object.defineProperties(service, Object.getOwnPropertyDescriptors(await startTestService(groupsService)))
  })
  afterAll(() => service[Symbol.asyncDispose]())
  return service
}

/** A workspace with a connected number, and the calls and events for testing its channels. */
export async function channelFixture(service: TestService) {
  const workspace = service.workspace()
  const as = (options?: Parameters<TestService['as']>[1]) => service.as(workspace, options)
  const number = newId('num')
  const resource = { ...exampleNumber, id: number }
  const data = { number: resource, businessAccountId: '1', ciphertext: 'sealed' }
  const aggregate = { id: number, version: 1 }
  await service.bus.publish(busEvent({ event: 'number:credentials', workspace, data, aggregate }))
  await until(async () => (await service.rows('select 1 from known_number where id = $1', [number])).length === 1)
  const api = (): TestService['clients']['groups'] => service.clients.groups
  type MessageKind = 'message:in' | 'message:out' | 'message:ack' | 'message:failed'
  const publish = async <K extends EventKind>(event: K, about: EventData<K>) => {
    const sent = busEvent({ event, workspace, data: about } as never)
    await service.apply(sent)
  }
  return {
    workspace,
    number,
    as,
    api,
    channel: (name = 'Offers'): Promise<OutputOf<typeof groups.channels.create>> =>
      api().channels.create.mutate({ number, name }, as()),
    subscribe: (id: string, phones: string[]): Promise<OutputOf<typeof groups.subscribers.add>> =>
      api().subscribers.add.mutate({ id, phones }, as()),
    publish,
    /** Publishes a message event as messaging does. Resolves once it is received. */
    announce: (event: MessageKind, message: object) =>
      publish(event, { ...exampleMessage, id: newId('msg'), number, ...message } as unknown as EventData<MessageKind>),
    eventsOf: <K extends EventKind>(kind: K): EventData<K>[] => publishedOf(service, workspace, kind),
  }
}

/** Returns the calls and events for testing a channel's posts. */
export function postCalls(service: TestService, fixture: ChannelFixture, channel: string) {
  const posts = () => service.clients.groups.posts
  const of = (post: string) => [{ id: post as `pst_${string}` }, fixture.as()] as const
  return {
    create: (input: object): Promise<PostView> =>
      posts().create.mutate({ channel: channel as `chn_${string}`, message: 'Today only', ...input }, fixture.as()),
    show: (post: string): Promise<PostView> => posts().get.query(...of(post)),
    pause: (post: string): Promise<PostView> => posts().pause.mutate(...of(post)),
    resume: (post: string): Promise<PostView> => posts().resume.mutate(...of(post)),
    stop: (post: string): Promise<PostView> => posts().stop.mutate(...of(post)),
    /** Phone numbers that messaging was asked to send to, in order. */
    handed: () => fixture.eventsOf('message:requested').flatMap(({ phones }) => phones),
    /** Announces that messaging canceled the messages to these phone numbers. */
    cancelMessages: (post: string, phones: string[], { recalled }: { recalled: boolean }) =>
      fixture.publish('post:messages_canceled', { post: post as `pst_${string}`, phones, recalled }),
  }
}

/** Creates a channel with subscribers, and returns it with the calls and events for testing its posts. */
export async function channelWith(service: TestService, people: number) {
  const fixture = await channelFixture(service)
  const { id } = await fixture.channel()
  for (let i = 0; i < people; i += 1000) await fixture.subscribe(id, phonesOf(people).slice(i, i + 1000))
  return { ...fixture, ...postCalls(service, fixture, id), id }
}

export const phonesOf = (count: number) => Array.from({ length: count }, (_, i) => `+4915112${String(340_000 + i)}`)
