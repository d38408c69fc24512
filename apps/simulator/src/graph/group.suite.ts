import { until } from '@posthorn/testkit'
import { startSimulator } from '../service.ts'
import { type Answered, callerOf, stage, toldStatuses, valuesTold } from '../stage.suite.ts'

type Json = Record<string, unknown>

/** The beginning of a JPEG of that size: all that anybody looks at. */
export function jpeg(width: number, height: number): Buffer {
  const bytes = Buffer.from('ffd8ffe000040000ffc0001108000000000301220002110103110100', 'hex')
  bytes.writeUInt16BE(height, 13)
  bytes.writeUInt16BE(width, 15)
  return bytes
}

/** A running simulator whose number may have groups, and what tests do with them. */
export async function groupStage(number: Json = {}) {
  const staged = await stage({ number })
  let url = staged.url
  let simulator = staged.simulator
  const token = staged.number.accessToken
  const call: typeof staged.call = (...args) => callerOf(url).call(...args)
  const graph = (method: string, path: string, body?: Json): Promise<Answered> =>
    call(method, `/v24.0${path}`, { token, ...(body && { body: { messaging_product: 'whatsapp', ...body } }) })
  const ask = (subject: string, rest: Json = {}) =>
    graph('POST', `/${staged.number.phoneNumberId}/groups`, { subject, ...rest })
  const groupsTold = () => valuesTold(staged.receiver, staged.number).flatMap((value) => (value.groups ?? []) as Json[])
  return {
    ...staged,
    call,
    graph,
    ask,
    makeNumber: () => callerOf(url).makeNumber(),
    simulate: (...args: Parameters<typeof staged.simulate>) => callerOf(url).simulate(...args),
    /** A call about a group: method, then what comes after its id, such as `DELETE /participants`. */
    at: (group: string, request: string, body?: Json) => {
      const [method = '', rest = ''] = request.split(' ')
      return graph(method, `/${group}${rest}`, body)
    },
    /** What was told of groups, once there is so much. */
    told: (count: number) => until(() => groupsTold().length >= count && groupsTold()),
    statuses: () => toldStatuses(staged.receiver, staged.number),
    /** A group that is told of; its id. */
    async made(rest: Json = {}): Promise<string> {
      const { body } = await ask('Drivers', rest)
      const told = await until(() => groupsTold().find(({ request_id }) => request_id === body.request_id))
      return String(told.group_id)
    },
    play: (group: string, action: string, who: string | Json = {}) =>
      callerOf(url).simulate(staged.number, { group: { group, action, ...(typeof who === 'string' ? { who } : who) } }),
    sendTo: (group: string, content: Json = { type: 'text', text: { body: 'Hello' } }) =>
      callerOf(url).post(staged.number, {
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
      simulator = await startSimulator({ port: 0, dataDir: staged.folder.path, statusDelayMs: 2 })
      url = simulator.url
    },
    async [Symbol.asyncDispose]() {
      await simulator.stop()
      await staged.receiver.stop()
      await staged.folder[Symbol.asyncDispose]()
    },
  }
}
