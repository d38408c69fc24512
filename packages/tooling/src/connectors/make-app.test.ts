import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { clientDocument } from '../sdk/model.ts'
import { catalogOf } from './catalog.ts'
import { makeApp } from './make-app.ts'
import { base, manifest, parameters, reception, request } from './make-schema.fixture.ts'

const document = clientDocument()
const files = makeApp(catalogOf(document))
const read = (path: string): unknown => JSON.parse(files[path] ?? 'null')
const app = manifest.parse(read('makecomapp.json'))
const { connection, module, rpc, webhook } = app.components
const components = [connection, webhook, module, rpc].flatMap((each) => Object.values(each))
const codeFiles: string[] = components.flatMap((each) => Object.values<string>(each.codeFiles))

const schemaOf = (path: string) => {
  if (path.startsWith('webhooks/') && path.endsWith('/communication.imljson')) return reception
  if (/\/(params|mappableParams)\.imljson$/.test(path)) return parameters
  return path.endsWith('/samples.imljson') ? undefined : request
}

describe('the Make app', () => {
  it('has three triggers, three actions and one universal call', () => {
    const types = Object.values(module).map(({ moduleType }) => moduleType)
    const expected = [
      'instant_trigger',
      'instant_trigger',
      'instant_trigger',
      'action',
      'action',
      'action',
      'universal',
    ]
    expect(types).toEqual(expected)
  })

  it('has every file that its manifest names, and no other', () => {
    const { readme, ...general } = app.generalCodeFiles
    expect([...codeFiles, ...Object.values(general), 'makecomapp.json'].toSorted()).toEqual(
      Object.keys(files).toSorted(),
    )
    expect(existsSync(fileURLToPath(new URL(`../../../connectors/make/${readme}`, import.meta.url)))).toBe(true)
  })

  it.each(codeFiles.filter((path) => schemaOf(path) !== undefined))(
    '%s has only directives that Make knows',
    (path) => {
      expect(schemaOf(path)?.safeParse(read(path)).error).toBeUndefined()
    },
  )

  it.each(codeFiles.filter((path) => path.endsWith('/samples.imljson')))('%s is an object with an id', (path) => {
    expect(read(path)).toMatchObject({ id: expect.any(String) as string })
  })

  it('is not built from an action without a sample', () => {
    const { common, ...rest } = catalogOf(document)
    const bare = common.map((each) => ({ ...each, sample: undefined }))
    expect(() => makeApp({ ...rest, common: bare })).toThrow('sendText has no sample')
  })

  it('has a base that Make knows', () => {
    expect(base.safeParse(read('general/base.imljson')).error).toBeUndefined()
  })

  it.each(['general/base.imljson', 'connections/posthorn/communication.imljson'])(
    '%s explains an error by fields that the API sends',
    (path) => {
      const { message } = (read(path) as { response: { error: { message: string } } }).response.error
      const named = [...message.matchAll(/\{\{body\.(\w+)\}\}/g)].map(([, name]) => name)
      expect(named).toContain('message')
      expect(Object.keys(document.components.schemas['Error']?.properties ?? {})).toEqual(expect.arrayContaining(named))
    },
  )

  it.each(codeFiles.filter((path) => path.endsWith('/detach.imljson')))(
    '%s is done if the webhook was already deleted, and not if the API refuses or is away',
    (path) => {
      const { response } = read(path) as { response?: { valid: string } }
      const isValid = (statusCode: number) =>
        runInNewContext(response?.valid.slice(2, -2) ?? 'false', { statusCode }) as boolean
      expect([200, 404, 401, 503].map(isValid)).toEqual([true, true, false, false])
    },
  )

  it('offers as many numbers as one request returns', () => {
    expect(read('rpcs/numbers/communication.imljson')).toMatchObject({ qs: { size: '200' } })
  })

  it('names webhooks, connections and lists that exist', () => {
    for (const each of Object.values(module)) {
      if (each.moduleType === 'instant_trigger') expect(Object.keys(webhook)).toContain(each.webhook)
    }
    const named = components.flatMap((each) => ('connection' in each ? each.connection : []))
    expect(named.every((name) => name in connection)).toBe(true)
    const lists = codeFiles.flatMap((path) =>
      [...(files[path] ?? '').matchAll(/rpc:\/\/(\w+)/g)].map(([, name]) => name),
    )
    expect(lists.length).toBeGreaterThan(0)
    expect(lists.every((name = '') => name in rpc)).toBe(true)
  })
})
