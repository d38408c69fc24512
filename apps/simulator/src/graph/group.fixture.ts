import { until } from '@posthorn/testkit'
import { startSimulator } from '../service.ts'
import { type Answered, callerOf, reportedStatuses, reportedValues, startFixture } from '../simulator.fixture.ts'

type Json = Record<string, unknown>

/** Builds a JPEG header with this size, which is all that the simulator reads. */
export function jpeg(width: number, height: number): Buffer {
  const bytes = Buffer.from('ffd8ffe000040000ffc0001108000000000301220002110103110100', 'hex')
  bytes.writeUInt16BE(height, 13)
  bytes.writeUInt16BE(width, 15)
  return bytes
}

export async function startGroupFixture(number: Json = {}) {
  const fixture = await startFixture({ number })
  let url = fixture.url
  let simulator = fixture.simulator
  const token = fixture.number.accessToken
  const call: typeof fixture.call = (...args) => callerOf(url).call(...args)
  const graph = (method: string, path: string, body?: Json): Promise<Answered> =>
    call(method, `/v24.0${path}`, { token, ...(body && { body: { messaging_product: 'whatsapp', ...body } }) })
  const ask = (subject: string, rest: Json = {}) =>
    graph('POST', `/${fixture.number.phoneNumberId}/groups`, { subject, ...rest })
  const reportedGroups = () =>
    reportedValues(fixture.receiver, fixture.number).flatMap((value) => (value.groups ?? []) as Json[])
  return {
    ...fixture,
    call,
    graph,
    ask,
    makeNumber: (fields: Json = {}) => callerOf(url).makeNumber(fields),
    simulate: (...args: Parameters<typeof fixture.simulate>) => callerOf(url).simulate(...args),
    /** Sends a request for a group. `request` is the method and the path after the group's id, such as `DELETE /participants`. */
    at: (group: string, request: string, body?: Json) => {
      const [method = '', rest = ''] = request.split(' ')
      return graph(method, `/${group}${rest}`, body)
    },
    /** Returns the reported group values, once there are at least `count`. */
    reported: (count: number) => until(() => reportedGroups().length >= count && reportedGroups()),
    statuses: () => reportedStatuses(fixture.receiver, fixture.number),
    async made(rest: Json = {}): Promise<string> {
      const { body } = await ask('Drivers', rest)
      const reported = await until(() => reportedGroups().find(({ request_id }) => request_id === body.request_id))
      return String(reported.group_id)
    },
    play: (group: string, action: string, who: string | Json = {}) =>
      callerOf(url).simulate(fixture.number, {
        group: { group, action, ...(typeof who === 'string' ? { who } : who) },
      }),
    sendTo: (group: string, content: Json = { type: 'text', text: { body: 'Hello' } }) =>
      callerOf(url).post(fixture.number, {
        messaging_product: 'whatsapp',
        recipient_type: 'group',
        to: group,
        ...content,
      }),
    async picture(group: string, { name = 'file', bytes }: { name?: string; bytes: Buffer }): Promise<Answered> {
      const form = new FormData()
      form.set('messaging_product', 'whatsapp')
      form.set(name, new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'group.jpg')
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${url}/v24.0/${group}`, { method: 'POST', headers, body: form })
      return { status: answer.status, body: (await answer.json()) as Json }
    },
    async restart() {
      await simulator.stop()
      simulator = await startSimulator({ port: 0, dataDir: fixture.folder.path, statusDelayMs: 2 })
      url = simulator.url
    },
    async [Symbol.asyncDispose]() {
      await simulator.stop()
      await fixture.receiver.stop()
      await fixture.folder[Symbol.asyncDispose]()
    },
  }
}
