import { publicKinds } from '@posthorn/contracts'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayFixture, startGatewayFixture } from '../gateway.fixture.ts'

type Documented = {
  openapi: string
  security: unknown
  paths: Record<string, Record<string, DocumentedOperation>>
  webhooks: Record<string, unknown>
  components: {
    schemas: Record<string, DocumentedSchema>
    responses: Record<string, DocumentedResponse>
    parameters: Record<string, DocumentedParameter>
    headers: Record<string, { required?: boolean }>
    securitySchemes: Record<string, unknown>
  }
}
type DocumentedParameter = { in: string; name: string; required?: boolean; description?: string }
type DocumentedSchema = {
  oneOf?: { $ref: string }[]
  allOf?: { properties?: Record<string, { enum?: unknown[] }> }[]
  discriminator?: { mapping: Record<string, string> }
}
type DocumentedOperation = {
  operationId: string
  parameters?: (DocumentedParameter | Reference)[]
  requestBody?: { required?: boolean; content: Record<string, { schema: object; example: unknown }> }
  responses: Record<string, DocumentedResponse | Reference>
}
type Reference = { $ref: string }

type DocumentedResponse = {
  headers?: Record<string, { required?: boolean } | Reference>
  content?: Record<string, { schema: { $ref?: string }; examples?: unknown }>
}

let fixture: GatewayFixture
let document: Documented
let token: string
beforeAll(async () => {
  fixture = await startGatewayFixture({ RATE_LIMIT_KEY_BURST: '1000', RATE_LIMIT_WORKSPACE_BURST: '1000' })
  token = (await fixture.tenant()).token
  document = (await fixture.send('/v1/openapi.json')).json as unknown as Documented
})
afterAll(() => fixture[Symbol.asyncDispose]())

function resolved<T extends object>(part: T | Reference | undefined): T | undefined {
  if (part === undefined || !('$ref' in part)) return part
  const [, , kind = '', name = ''] = part.$ref.split('/')
  return (document.components as unknown as Record<string, Record<string, T>>)[kind]?.[name]
}

const parametersOf = (operation: DocumentedOperation | undefined) =>
  (operation?.parameters ?? []).map((each) => resolved(each) as DocumentedParameter)

function isCommon(code: unknown): boolean {
  const parts = document.components.schemas['Refused']?.allOf
  return parts?.some(({ properties }) => properties?.['errorCode']?.enum?.includes(code)) === true
}

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toBe('3.1.0')
    const { valid, errors } = await new Validator().validate(structuredClone(document) as never)
    expect(errors).toBeUndefined()
    expect(valid).toBe(true)
  })

  it('has a smaller one beside it for each tier: valid, under 350,000 bytes, and with all operations together', async () => {
    const found: string[] = []
    for (const tier of ['messaging', 'inbox', 'administration']) {
      const { text, json } = await fixture.send(`/v1/openapi/${tier}.json`)
      expect(Buffer.byteLength(text), tier).toBeLessThan(350_000)
      expect((await new Validator().validate(structuredClone(json) as never)).errors).toBeUndefined()
      const { paths, components } = json as unknown as Documented
      const references = [...text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)]
      const missing = references.filter(([, kind = '', name = '']) => {
        const named = (components as unknown as Record<string, Record<string, object>>)[kind]
        return named?.[name] === undefined
      })
      expect(missing).toEqual([])
      found.push(...Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId)))
    }
    expect(found.toSorted()).toEqual(
      operations()
        .map(({ operation }) => operation.operationId)
        .toSorted(),
    )
    expect((await fixture.send('/v1/openapi/none.json')).status).toBe(404)
  })

  it('is the same to readers of every encoding, compressed to a fifth, and answers 304 to one that has it', async () => {
    const read = (headers: Record<string, string>) => fetch(`${fixture.url}/v1/openapi.json`, { headers })
    const plain = await read({ 'Accept-Encoding': 'identity' })
    const text = await plain.text()
    expect(plain.headers.get('content-encoding')).toBeNull()
    for (const [accepted, encoding] of [
      ['gzip', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['gzip, deflate, br', 'br'],
    ] as const) {
      const answer = await read({ 'Accept-Encoding': accepted })
      expect([accepted, answer.headers.get('content-encoding')]).toEqual([accepted, encoding])
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
      expect(Number(answer.headers.get('content-length'))).toBeLessThan(text.length / 5)
      expect(await answer.text()).toBe(text)
    }
    const again = await read({ 'If-None-Match': plain.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('and the wire hold together: each documented line exists, and each line has a documented status for a bad request', {
    timeout: 300_000,
  }, async () => {
    expect(operations().length).toBeGreaterThan(30)
    for (const { path, method, operation } of operations()) {
      const answer = await fixture.send(path.replaceAll(/\{\w+\}/g, 'none'), { method, token })
      const line = `${method} ${path} ${answer.status} ${String(answer.json['errorCode'])}`
      expect(line).not.toMatch(/route:/)
      expect(String(answer.status) in operation.responses || isCommon(answer.json['errorCode']), line).toBe(true)
    }
  })

  it('says what it needs: the Token header, path parameters, an Idempotency-Key on every POST', () => {
    expect(document.security).toEqual([{ Token: [] }, { Bearer: [] }])
    expect(document.components.securitySchemes['Token']).toMatchObject({ type: 'apiKey', in: 'header', name: 'Token' })
    for (const { path, method, operation } of operations()) {
      const named = (place: string) =>
        parametersOf(operation)
          .filter((each) => each.in === place)
          .map(({ name }) => name)
      expect(named('path')).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
      expect(named('header')).toEqual(method === 'POST' ? ['Idempotency-Key'] : [])
      expect(operation.responses).toMatchObject({ default: { $ref: '#/components/responses/Refused' } })
    }
    expect(document.paths['/v1/messages']?.['post']?.responses).toHaveProperty('201')
    const page = resolved(document.paths['/v1/contacts']?.['get']?.responses['200'])
    expect(page?.content?.['application/json']).toMatchObject({
      schema: { type: 'array', items: { $ref: '#/components/schemas/Contact' } },
    })
  })

  it('promises Retry-After where every refusal of a status may succeed later, and mentions it where only some may', () => {
    const connecting = document.paths['/v1/numbers']?.['post']?.responses
    expect(resolved(resolved(connecting?.['503'])?.headers?.['Retry-After'])).toMatchObject({ required: true })
    const responses = document.paths['/v1/messages/{id}/read']?.['post']?.responses
    const retryAfter = (status: string) => resolved(resolved(responses?.[status])?.headers?.['Retry-After'])
    expect(retryAfter('default')).toMatchObject({ description: expect.stringContaining('429 and 503') })
    expect(retryAfter('409')).not.toHaveProperty('required')
    expect(retryAfter('409')).toBeDefined()
    expect(retryAfter('404')).toBeUndefined()
  })

  it('lists every kind of event as what a webhook gets, and nothing internal', () => {
    expect(JSON.stringify(document.webhooks)).toContain('"#/components/schemas/Event"')
    expect(JSON.stringify(document)).not.toMatch(/number:credentials|audit:recorded|provider:status/)
    const { discriminator, oneOf } = document.components.schemas['Event'] ?? {}
    expect(Object.keys(discriminator?.mapping ?? {})).toEqual(publicKinds)
    expect(oneOf).toEqual(Object.values(discriminator?.mapping ?? {}).map(($ref) => ({ $ref })))
  })

  it('has an example for every body', () => {
    for (const { operation } of operations()) {
      if (operation.requestBody) expect(operation.requestBody.content['application/json']).toHaveProperty('example')
    }
  })

  it('leaves the contract as strict as it was: texts in a JSON body become neither booleans nor numbers', async () => {
    const phone = '+4915112345678'
    const flag = await fixture.send('/v1/contacts', { token, json: { phone, upsert: 'false' } })
    expect(flag).toMatchObject({ status: 400, json: { errors: [{ path: 'upsert' }] } })
    const advance = { advance: { seconds: '1' } }
    const nested = await fixture.send('/v1/numbers/num_01k5v2s8xgf9hb3m4q7r8t9w0y/simulate', { token, json: advance })
    expect(nested).toMatchObject({ status: 400, json: { errors: [{ path: 'advance.seconds' }] } })
    const amount = await fixture.send('/v1/messages', { token, json: { phone, message: 'Hello', expiresIn: '60' } })
    expect(amount).toMatchObject({ status: 400, json: { errors: [{ path: 'expiresIn' }] } })
  })

  it('names each component once, and refers to nothing that it lacks', () => {
    const names = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name ?? '',
    )
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining([...new Set(names)]))
    expect(Object.keys(document.components.schemas).filter((name) => /Output$|^__|\d$/.test(name))).toEqual([])
  })

  it('describes answers that may grow and requests that may not', () => {
    const answered = Object.entries(document.components.schemas).filter(
      ([name]) => !/(Body|Form|Input|ToSend)$/.test(name),
    )
    const inputOnly = [
      'MemberReference',
      'LinkedMedia',
      'ContactCard',
      'ImportRow',
      'InvitationText',
      'NumberSettings',
      'SecretHeader',
      'ChatActions',
      'ChatFilter',
    ]
    for (const [name, schema] of answered) {
      if (inputOnly.includes(name)) continue
      expect(JSON.stringify(schema), name).not.toContain('"additionalProperties":false')
    }
    for (const { operation, path, method } of operations()) {
      expect(JSON.stringify(operation.responses), `${method} ${path}`).not.toContain('"additionalProperties":false')
      const body = operation.requestBody?.content['application/json']?.schema
      // With shared fields, the body refuses fields that neither schema defines.
      const closing = 'allOf' in (resolved(body) ?? {}) ? 'unevaluatedProperties' : 'additionalProperties'
      if (body) expect(resolved(body), `${method} ${path}`).toHaveProperty(closing, false)
    }
  })

  it('asks for a body only where a field is required', () => {
    expect(document.paths['/v1/contacts']?.['post']?.requestBody?.required).toBe(true)
    expect(document.paths['/v1/webhooks/{id}']?.['patch']?.requestBody).not.toHaveProperty('required')
  })

  it('says what each query parameter means, also of those that may be left out', () => {
    const cursor = parametersOf(document.paths['/v1/contacts']?.['get']).find(({ name }) => name === 'cursor')
    expect(cursor?.description).toMatch(/Link header/)
  })
})
