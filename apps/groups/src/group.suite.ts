import { type EventData, type groups, newId, type OutputOf } from '@posthorn/contracts'
import {
  busEvent,
  type Receiver,
  type SimulatorProcess,
  startReceiver,
  startSimulatorProcess,
  startTestService,
  type TestService,
  until,
} from '@posthorn/testkit'
import { groupsService } from './service.ts'

type Caller = ReturnType<TestService['as']>
type Group = OutputOf<typeof groups.groups.get>
type Callback = { entry: { changes: { field: string; value: { groups: unknown[] } }[] }[] }
type Line = { phoneNumberId: string; accessToken: string }
type Owner = { workspace: string; number: string }

/** The groups service with the simulator beside it. */
export type GroupStage = Awaited<ReturnType<typeof startGroupStage>>

/** What the provider tells of the making of a group, as a callback. */
export const creationBody = (item: object) => {
  const made = { type: 'group_create', invite_link: 'https://chat.whatsapp.com/made', ...item }
  return { entry: [{ changes: [{ field: 'group_lifecycle_update', value: { groups: [made] } }] }] }
}

/** Starts both, and in the place of the numbers service what brings callbacks onto the bus. */
export async function startGroupStage() {
  const [simulator, door, graph] = await Promise.all([startSimulatorProcess(), startReceiver(), startReceiver()])
  const env = { SIMULATOR_URL: simulator.url, CLOUD_API_URL: graph.url, GROUP_CONFIRM_SECONDS: '2' }
  const kit = await startTestService(groupsService, { env })
  const owners = new Map<string, Owner>()
  /** Callbacks of numbers in this set are held back: as if the numbers service were down. */
  const held = new Set<string>()
  const tell = async (owner: Owner, body: unknown) => {
    for (const { field, value } of (body as Callback).entry.flatMap(({ changes }) => changes))
      for (const raw of value.groups ?? [])
        await kit.bus.publish(
          busEvent({ event: 'provider:group', workspace: owner.workspace, data: { number: owner.number, field, raw } }),
        )
  }
  door.respondWith(async ({ path, json }) => {
    const owner = owners.get(path.split('/').at(-1) ?? '')
    if (!owner || held.has(owner.number)) return { status: 503 }
    await tell(owner, json)
    return {}
  })
  return {
    simulator,
    door,
    /** In the place of the Cloud API, where a test must choose the moment of an answer. */
    graph,
    kit,
    held,
    tell,
    ...connecting({ kit, owners, door, simulator }),
    ended: (id: string, caller: Caller) =>
      until(async () => {
        const group = await kit.clients.groups.groups.get.query({ id }, caller)
        return group.state !== 'creating' && group
      }),
    eventsOf: (workspace: string) =>
      kit.bus.published.flatMap(({ event, workspace: whose, data }) =>
        event === 'group:updated' && whose === workspace ? [data as EventData<'group:updated'>] : [],
      ),
    async [Symbol.asyncDispose]() {
      await simulator.stop()
      await door.stop()
      await graph.stop()
      await kit[Symbol.asyncDispose]()
    },
  }
}

type Parts = { kit: TestService; owners: Map<string, Owner>; door: Receiver; simulator: SimulatorProcess }

function connecting({ kit, owners, door, simulator }: Parts) {
  /** A number of a new workspace, announced as the numbers service does. */
  async function announced(provider: 'cloud' | 'simulator', line: (number: string) => Promise<Line>) {
    const [workspace, number] = [kit.workspace(), newId('num')]
    const opened = await line(number)
    owners.set(number, { workspace, number })
    const announce = (version: number, ciphertext: string | null) => {
      const data = { number: { id: number, provider }, businessAccountId: null, ciphertext }
      const event = { event: 'number:credentials', workspace, aggregate: { id: number, version } } as const
      return kit.bus.publish(busEvent({ ...event, data: data as EventData<'number:credentials'> }))
    }
    await announce(1, kit.vault.seal(JSON.stringify(opened), `number ${number}`))
    return { ...opened, workspace, number, caller: kit.as(workspace), announce }
  }
  const simulate = async (phoneNumberId: string, body: object) => {
    const sent = { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`${simulator.url}/_simulator/numbers/${phoneNumberId}/simulate`, sent)
    return answer.status
  }
  return {
    simulate,
    connectCloud: () => announced('cloud', async () => ({ phoneNumberId: '1060', accessToken: 'EAA' })),
    /** A number made at the simulator. */
    connect: ({ token, ...input }: { groups?: boolean; token?: string } = {}) =>
      announced('simulator', async (number) => {
        const body = JSON.stringify({ name: 'Shop', callbackUrl: `${door.url}/callbacks/${number}`, ...input })
        const answer = await fetch(`${simulator.url}/_simulator/numbers`, { method: 'POST', body })
        const { phoneNumberId, accessToken } = (await answer.json()) as Line
        return { phoneNumberId, accessToken: token ?? accessToken }
      }),
  }
}

/** The last change that was asked for of a setting. */
export function changeOf(group: Group, setting: string) {
  return group.changes.find((change) => change.setting === setting)
}

/** An active group of a new number, and what tests do with it. */
export async function madeGroup(stage: GroupStage, input: { joinApproval?: boolean; description?: string } = {}) {
  const { kit } = stage
  const line = await stage.connect()
  const { caller, number, workspace, phoneNumberId } = line
  const api = () => kit.clients.groups
  const { id } = await api().groups.create.mutate({ number, name: 'Drivers', ...input }, caller)
  const { providerId } = await stage.ended(id, caller)
  const get = (): Promise<Group> => api().groups.get.query({ id }, caller)
  const untilIt = (is: (group: Group) => boolean): Promise<Group> =>
    until(async () => {
      const group = await get()
      return is(group) && group
    })
  return {
    ...line,
    id,
    api,
    get,
    stranger: kit.as(kit.workspace()),
    /** Waits until the group is so. */
    until: untilIt,
    /** Waits until the last change of a setting is in that state. */
    settled: (setting: string, state: string) => untilIt((group) => changeOf(group, setting)?.state === state),
    people: async () => (await api().participants.list.query({ id }, caller)).items,
    requests: async () => (await api().joinRequests.list.query({ id }, caller)).items,
    events: () => stage.eventsOf(workspace),
    changes: () => stage.eventsOf(workspace).map(({ change }) => change),
    /** Plays at the simulator; the status of its answer. */
    play: (action: string, who?: string, link?: string): Promise<number> =>
      stage.simulate(phoneNumberId, { group: { group: providerId, action, who, link } }),
    outage: (kind: string, seconds: number) => stage.simulate(phoneNumberId, { outage: { kind, seconds } }),
    /** What was wanted sent. */
    wanted: () =>
      kit.bus.published.flatMap(({ event, workspace: whose, data }) =>
        event === 'message:wanted' && whose === workspace ? [data as EventData<'message:wanted'>] : [],
      ),
  }
}

/** The beginning of a JPEG of that size in base64: all that anybody looks at. */
export function jpeg(width: number, height: number): string {
  const bytes = Buffer.from('ffd8ffe000040000ffc0001108000000000301220002110103110100', 'hex')
  bytes.writeUInt16BE(height, 13)
  bytes.writeUInt16BE(width, 15)
  return bytes.toString('base64')
}
