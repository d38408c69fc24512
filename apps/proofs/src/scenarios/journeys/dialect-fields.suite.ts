import { startReceiver, until } from '@posthorn/testkit'
import { type RunningSystem } from '@posthorn/testkit/system'
import { describe, expect, test } from 'vitest'
import { newCustomer } from './customers.ts'
import { openDialect, wid } from './dialect-client.ts'
import { effectsOf } from './dialect-effects.fixture.ts'
import type { Setting } from './dialect-effects-devices.fixture.ts'

type Schema = { properties: Record<string, { description?: string }> }
type Operation = { 'x-support': string; requestBody?: { content: Record<string, { schema: { anyOf: [Schema] } }> } }
type Route = { line: string; fields: string[] }

/** Returns the document's routes that have a body, with the fields that have an effect. */
async function routesOf(system: RunningSystem): Promise<Route[]> {
  const document = (await (await fetch(`${system.url}/compat/v1/docs.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { 'x-support': support, requestBody }]) => {
      const properties = requestBody?.content['application/json']?.schema.anyOf[0].properties ?? {}
      const fields = Object.entries(properties).flatMap(([name, { description }]) => (description ? [] : [name]))
      return method === 'get' || support === 'none'
        ? []
        : [{ line: `${method.toUpperCase()} ${path.slice(3)}`, fields }]
    }),
  )
}

/** Creates the objects that the rows refer to. Their webhooks deliver to `receiverUrl`. */
async function prepare(system: RunningSystem, receiverUrl: string): Promise<Setting> {
  const { ok, call, device, write } = openDialect(() => system, await system.keyWith('read', 'send', 'manage', 'admin'))
  const number = (name: string) =>
    system.ok<{ id: string }>('POST', '/v1/numbers', { body: { name, provider: 'simulator' } })
  const d = await device()
  const [{ id: other }, { id: spare }] = [await number('Fields'), await number('Spare fields')]
  await until(async () => (await call(`GET /devices/${spare}/queue`)).status === 200)
  const phone = newCustomer()
  await write(phone, { text: 'Hello' })
  await until(async () => (await call(`GET /chat/${d}/contacts/${wid(phone)}`)).status === 200)
  const waiting = await ok('POST /messages', { phone, message: 'Later', schedule: { delay: '1h' }, reference: phone })
  const hook = await ok('POST /webhooks', { name: 'Fields', url: `${receiverUrl}/before`, events: ['message:in:new'] })
  const group = await ok(`POST /devices/${d}/groups`, { name: 'Fields' })
  const channel = await ok(`POST /devices/${d}/channels`, { name: 'Fields' })
  const g = String(group['id'])
  await until(async () => (await ok(`GET /devices/${d}/groups/${g}`))['isReadOnly'] === false)
  const note = await ok(`POST /chat/${d}/chats/${wid(phone)}/notes`, { message: 'Noted' })
  const message = String(waiting['waId'])
  const values = { d, w: wid(phone), g, c: String(channel['id']), id: message }
  return { values, phone, other, spare, url: receiverUrl, note: String(note['id']), hook: String(hook['id']), message }
}

/** Fills in the placeholders of a path. A placeholder without a value becomes an id that does not exist. */
const placed = (line: string, values: Record<string, string>) =>
  line.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? 'x'))

/** Every field of the established v1 dialect either has an effect or is refused with an explanation. */
export function dialectFields(system: () => RunningSystem): void {
  describe('a field of the established v1 dialect', () => {
    test('has the effect of the table, or the refusal, on every route that takes it', async () => {
      await using receiver = await startReceiver()
      const setting = await prepare(system(), receiver.url)
      const { call } = openDialect(system, await system().keyWith('read', 'send', 'manage', 'admin'))
      const documented = new Map<string, Set<string>>()
      const faults: unknown[] = []
      for (const { line, json, expected, values } of effectsOf(setting)) {
        const body = typeof json === 'function' ? json() : json
        const answer = await call(placed(line, { ...setting.values, ...values }), { json: body })
        const [route = ''] = line.split('?')
        const rows: unknown[] = Array.isArray(body) ? body : [body]
        for (const name of rows.flatMap((row) => Object.keys(Object(row)))) {
          documented.set(route, (documented.get(route) ?? new Set()).add(name))
        }
        const isRefusal = typeof expected === 'string'
        const seen = isRefusal ? `${answer.status} ${String(answer.body['errorCode'])}` : answer.body
        if (!isRefusal && answer.status >= 300) faults.push([line, body, answer.status, answer.body])
        else if (isRefusal ? seen !== expected : !matches(seen, expected)) faults.push([line, body, seen, expected])
        if (isRefusal && String(answer.body['message']).length < 20) faults.push([line, body, 'has no sentence'])
      }
      const untold = (await routesOf(system())).flatMap(({ line, fields }) => {
        const missing = fields.filter((name) => !documented.get(line)?.has(name))
        return missing.length > 0 && !/ \/messages/.test(line) ? [`${line}: ${missing.join(' ')}`] : []
      })
      expect({ faults, untold }).toEqual({ faults: [], untold: [] })
    })

    test('is answered on every route, alone and with the others, in an object and in an array, and never with 5xx but 501', async () => {
      const { id: d } = await system().ok<{ id: string }>('POST', '/v1/numbers', {
        body: { name: 'Bodies', provider: 'simulator' },
      })
      const values = { d, w: wid(newCustomer()), g: '12345@g.us', c: '12345@newsletter', id: '0'.repeat(24) }
      const { call } = openDialect(system, await system().keyWith('read', 'send', 'manage', 'admin'))
      const faults: unknown[] = []
      const tried = async (line: string, json: unknown) => {
        const { status, body } = await call(placed(line, values), json === undefined ? {} : { json })
        const isUnsupported = status === 501 && body['errorCode'] === 'feature:unsupported'
        const message = String(body['message'])
        const isClear = status < 400 || message.length >= 20 || /^[\w.]+: \S+ .+\.$/.test(message)
        if ((status >= 500 && !isUnsupported) || !isClear) faults.push([line, json, status, body])
      }
      for (const { line, fields } of await routesOf(system())) {
        if (line === 'DELETE /devices/{d}') continue
        const all = Object.fromEntries(fields.map((name) => [name, 'x']))
        const alone = fields.map((name) => ({ [name]: 'x' }))
        const others = fields.map((name) => ({ [name]: [{ id: 'x' }] }))
        await Promise.all([undefined, {}, [], [{}], all, [all], ...alone, ...others].map((json) => tried(line, json)))
      }
      expect(faults).toEqual([])
    })
  })
}

/** Returns whether a response has everything that is expected, as `toMatchObject` does, but without ending the test. */
function matches(seen: unknown, expected: unknown): boolean {
  try {
    expect(seen).toMatchObject(expected as object)
    return true
  } catch {
    return false
  }
}
