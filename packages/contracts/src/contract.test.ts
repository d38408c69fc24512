import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { parseRest, type RestLine } from './contract.ts'
import { isErrorCode } from './errors.ts'
import { allOperations } from './services.ts'

const operations = allOperations().map((placed) => ({
  ...placed,
  name: `${placed.service} ${placed.noun}.${placed.verb}`,
}))

type ExampleMessage = { direction: string; status: string; statusAt: object }

const isMessage = (value: object): value is ExampleMessage =>
  'direction' in value && 'status' in value && 'statusAt' in value

const messagesIn = (value: unknown): ExampleMessage[] => {
  if (typeof value !== 'object' || value === null) return []
  return [...(isMessage(value) ? [value] : []), ...Object.values(value).flatMap(messagesIn)]
}

/** Kinds of ids, or lists of provider ids, that no operation shows individually, with the reason for each. */
const notShownById: Record<string, string> = {
  aud: 'the list has the whole entry',
  upd: 'the list has the whole update',
  '/v1/groups/{id}/requests': 'the list has the whole request, until it is decided',
  chg: 'the timeline has the whole change',
  run: 'the list has the whole run',
}

/** Fields that POST accepts and PATCH doesn't, with the words in PATCH's description that explain why. */
const fixedFields: Record<string, { fields: string[]; because: string }> = {
  'PATCH /v1/keys/{id}': { fields: ['scopes', 'numbers', 'test'], because: 'Scopes and numbers cannot change' },
  'PATCH /v1/messages/{id}': {
    fields:
      'phone country userId group channel chat number quote reaction reactionMessage previewUrl order expiresIn onUnknown onWindowClosed typing labels actions'.split(
        ' ',
      ),
    because: 'For another recipient, number or option, cancel it and send again',
  },
  'PATCH /v1/chats/{id}': { fields: ['phone', 'number'], because: 'A chat keeps its person and number' },
  'PATCH /v1/files/{id}': { fields: ['content', 'url', 'mime'], because: 'the bytes stay' },
  'PATCH /v1/groups/{id}': {
    fields: ['number', 'participants', 'invitation'],
    because: 'A group keeps its number; participants have separate operations',
  },
  'PATCH /v1/channels/{id}': { fields: ['number'], because: 'a broadcast channel keeps its number' },
  'PATCH /v1/posts/{id}': {
    fields:
      'channel message location contacts poll buttons list product products catalog footer native media header template previewUrl onWindowClosed expiresIn test'.split(
        ' ',
      ),
    because: 'Its content and channel stay',
  },
  'PATCH /v1/numbers/{id}': {
    fields: ['provider', 'phoneNumberId', 'businessAccountId', 'verifyToken'],
    because: 'A number keeps its provider, its provider ids and its `verifyToken`',
  },
  'PATCH /v1/webhooks/{id}': {
    fields: ['status', 'verifyToken'],
    because: '`status` and `verifyToken` are for the first request only',
  },
  'PATCH /v1/contacts/{id}': {
    fields: ['upsert'],
    because: "if another contact has it, the response is 409 with that contact's id",
  },
}

/** Fields that can be null in a response, but that PATCH cannot empty, with the reason for each. */
const neverEmptied: Record<string, string> = {
  'PATCH /v1/messages/{id} message': 'content without a text replaces it',
  'PATCH /v1/messages/{id} priority': 'only incoming messages have none',
  'PATCH /v1/messages/{id} expiresAt': 'every message that is sent expires',
  'PATCH /v1/files/{id} expiresAt': 'the installation decides whether files are stored forever',
  'PATCH /v1/contacts/{id} phone': 'the person is known by it; another phone number replaces it',
  'PATCH /v1/numbers/{id}/profile about': 'the provider cannot clear it',
}

/** Returns the fields of a response that can be null, and that the input takes only with a value; also within settings, which are merged. */
function unclearable(input: z.ZodType, output: z.ZodType): string[] {
  const returned = fieldsOf(output)
  return Object.entries(fieldsOf(input)).flatMap(([name, field]) => {
    const shown = returned[name]
    if (shown === undefined) return []
    if (name === 'settings') return unclearable(field, shown).map((inner) => `${name}.${inner}`)
    return shown.safeParse(null).success && !field.safeParse(null).success ? [name] : []
  })
}

/** Returns an object's fields, also if it is optional, or the item of a list. */
function fieldsOf(schema: z.ZodType): Record<string, z.ZodType> {
  const { shape, innerType, element } = schema._zod.def as unknown as {
    shape?: Record<string, z.ZodType>
    innerType?: z.ZodType
    element?: z.ZodType
  }
  const inner = innerType ?? element
  return shape ?? (inner ? fieldsOf(inner) : {})
}

describe('the contract', () => {
  it.each(operations)('$name: its examples are valid', ({ operation }) => {
    expect(operation.input.safeParse(operation.example.input).error).toBeUndefined()
    expect(operation.output.safeParse(operation.example.output).error).toBeUndefined()
  })

  it('has no example message that contradicts itself', () => {
    const seen = operations.flatMap(({ operation }) => messagesIn(operation.example.output))
    expect(seen.length).toBeGreaterThan(10)
    for (const { direction, status, statusAt, ...fields } of seen) {
      expect(Object.keys(statusAt)).toContain(status)
      if (direction === 'in') expect(fields).toMatchObject({ expiresAt: null })
    }
  })

  it.each(operations)('$name: parsing its input twice gives what parsing it once gives', ({ operation }) => {
    const once = operation.input.parse(operation.example.input)
    expect(operation.input.parse(once)).toEqual(once)
  })

  it.each(operations)('$name: an unknown field is refused', ({ operation }) => {
    const faulty = { ...(operation.example.input as object), doesNotExist: 1 }
    expect(operation.input.safeParse(faulty).error?.issues[0]).toMatchObject({
      code: 'unrecognized_keys',
      keys: ['doesNotExist'],
    })
  })

  it('hides from callers limited to numbers what operations name that may belong to others', () => {
    const shared = /^(ws|mem|dep|lbl|rep|view|seg)_/
    const isId = (value: unknown) => typeof value === 'string' && /^[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(value)
    for (const { name, operation } of operations) {
      if (operation.rest === undefined || operation.limitedBy !== 'nothing') continue
      const named = Object.values(operation.example.input).filter((value) => isId(value) && !shared.test(String(value)))
      expect({ name, named }).toEqual({ name, named: [] })
    }
  })

  it('gives every REST line to one operation only', () => {
    const lines = operations.flatMap(({ operation }) => operation.rest ?? [])
    expect(lines).toHaveLength(new Set(lines).size)
  })

  it('has every path parameter among the input fields', () => {
    for (const { operation } of operations) {
      if (!operation.rest) continue
      for (const parameter of parseRest(operation.rest).parameters)
        expect(Object.keys(operation.input.shape)).toContain(parameter)
    }
  })

  it('shows everything that a list or a POST returns by its id', () => {
    /** Returns the id's prefix or, for provider ids, the path of the list. */
    const kindOf = (value: unknown, path: string) => {
      const { id } = (value ?? {}) as { id?: string }
      return id === undefined ? undefined : (/^([a-z]+)_/.exec(id)?.[1] ?? path)
    }
    const lines = operations.flatMap(({ operation: { rest = '', list, status, example } }) => {
      const output = example.output as { items?: unknown[] }
      const path = rest.slice(rest.indexOf(' ') + 1).replace(/\/\{[^/]+\}$/, '')
      const isShown = rest.startsWith('GET ') && rest.endsWith('}') && !list
      const isMade = Boolean(rest) && (list || status === 201)
      const kind = kindOf(list ? output.items?.[0] : output, path)
      return [...(isShown ? [path] : []), kind].flatMap((of) =>
        of === undefined ? [] : [{ rest, of, isShown, isMade }],
      )
    })
    const shown = new Set(lines.flatMap(({ of, isShown }) => (isShown ? [of] : [])))
    const missing = lines.filter(({ of, isMade }) => isMade && !shown.has(of) && !(of in notShownById))
    expect(missing).toEqual([])
  })

  it('deletes with DELETE, whose path is all that it takes, and has POST …/{id}/<verb> for every other action', () => {
    const removals = operations.filter(({ operation }) => operation.rest?.startsWith('DELETE '))
    expect(removals.length).toBeGreaterThan(14)
    expect(removals.map(({ verb }) => verb).filter((verb) => !verb.startsWith('remove'))).toEqual([])
    expect(operations.map(({ verb }) => verb).filter((verb) => verb.startsWith('delete'))).toEqual([])
    for (const { name, operation } of removals) {
      const { parameters } = parseRest(operation.rest as RestLine)
      expect({ name, fields: Object.keys(operation.input.shape).toSorted() }).toEqual({
        name,
        fields: parameters.toSorted(),
      })
    }
  })

  it('takes by PATCH what POST takes, but for fields of which the description says why', () => {
    const lacking = operations.flatMap(({ service, noun, operation: { rest, input, description } }) => {
      if (!rest?.startsWith('PATCH ') || !rest.endsWith('}')) return []
      const list = rest.replace('PATCH', 'POST').replace(/\/\{[^/]+\}$/, '')
      const made = operations.find(
        (each) => each.service === service && each.noun === noun && each.operation.rest === list,
      )
      const names = Object.keys(made?.operation.input.shape ?? {}).filter((name) => !(name in input.shape))
      return names.length === 0 ? [] : [{ rest, names: names.toSorted(), description }]
    })
    expect(Object.fromEntries(lacking.map(({ rest, names }) => [rest, names]))).toEqual(
      Object.fromEntries(Object.entries(fixedFields).map(([rest, { fields }]) => [rest, fields.toSorted()])),
    )
    for (const { rest, description } of lacking) expect(description).toContain(fixedFields[rest]?.because)
  })

  it('empties by PATCH what can be empty in the response, but for fields that say why', () => {
    const changes = operations.filter(({ operation: { rest } }) => rest?.startsWith('PATCH '))
    expect(changes.length).toBeGreaterThan(15)
    const stuck = changes.flatMap(({ operation: { rest, input, output } }) =>
      unclearable(input, output).map((name) => `${rest} ${name}`),
    )
    expect(stuck.toSorted()).toEqual(Object.keys(neverEmptied).toSorted())
  })

  it('filters every list by the times of its items, and pages by cursor alone', () => {
    const lists = operations.filter(({ operation }) => operation.list)
    expect(lists.length).toBeGreaterThan(25)
    for (const { name, operation } of lists) {
      const { items } = (operation.output as z.ZodObject).shape as { items: z.ZodArray<z.ZodObject> }
      const times = ['created', 'updated'].filter((time) => `${time}At` in items.element.shape)
      const filters = times.flatMap((time) => [`${time}After`, `${time}Before`])
      expect({ name, has: Object.keys(operation.input.shape) }).toEqual({
        name,
        has: expect.arrayContaining(['cursor', 'size', ...filters]) as string[],
      })
    }
    const named = operations.filter(({ operation }) => 'page' in operation.input.shape)
    expect(named.map(({ name }) => name)).toEqual([])
  })

  it('has cursors and sequences behind `after` and `before`, and times behind `…After` and `…Before`', () => {
    const isTime = (field: z.ZodType) => field.safeParse('2026-11-20T08:30:00.000Z').success
    for (const { name, operation } of operations.filter(({ operation: { rest } }) => rest !== undefined))
      for (const [field, schema] of Object.entries(operation.input.shape)) {
        const isNamedSo = /(After|Before)$/.test(field)
        if (isNamedSo || field === 'after' || field === 'before')
          expect({ name, field, isTime: isTime(schema as z.ZodType) }).toEqual({ name, field, isTime: isNamedSo })
      }
  })

  it('names only errors of the catalog', () => {
    for (const { operation } of operations) for (const code of operation.errors) expect(isErrorCode(code)).toBe(true)
  })
})
