import { describe, expect, it } from 'vitest'
import { eventCatalog, publicKinds } from '../events.ts'
import { namedDocument, openApiDocument } from './document.ts'
import { referencesIn, type SchemaObject } from './model.ts'

const document = namedDocument()
const { schemas } = document.components
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

const component = ({ $ref = '' }: SchemaObject) => schemas[$ref.slice($ref.lastIndexOf('/') + 1)]

/** Returns the paths of fields that have no description, either directly or in a related component. */
function undescribedIn(schema: SchemaObject, path: string, others: SchemaObject[] = []): string[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const bases = others.flatMap((each) => fieldOf(each, name))
    const described = [field, component(field), ...bases].some((each) => each?.description)
    const own = described ? [] : [`${path}.${name}`]
    return [...own, ...undescribedIn(field, `${path}.${name}`)]
  })
  const inner = [items, additionalProperties, ...anyOf, ...oneOf]
  return [
    ...fields,
    ...inner.flatMap((each) => (typeof each === 'object' ? undescribedIn(each, path) : [])),
    ...allOf.flatMap((each) => undescribedIn(each, path, allOf)),
  ]
}

function fieldOf(schema: SchemaObject, name: string): SchemaObject[] {
  const { properties = {}, allOf = [] } = component(schema) ?? schema
  return [...(properties[name] ? [properties[name]] : []), ...allOf.flatMap((each) => fieldOf(each, name))]
}

describe('the OpenAPI document', () => {
  it('has less than 2,160 bytes for each operation', () => {
    const { paths } = openApiDocument()
    const count = Object.values(paths).reduce((sum, path) => sum + Object.keys(path).length, 0)
    const bytes = Buffer.byteLength(JSON.stringify(openApiDocument()))
    expect(bytes / count).toBeLessThan(2_160)
  })

  it('lists the required fields of an object first, and has no field beside objects that it is made of', () => {
    const objects: [string, SchemaObject][] = []
    const collect = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return
      if ('properties' in value || 'allOf' in value) objects.push([path, value as SchemaObject])
      for (const [name, inner] of Object.entries(value))
        if (!/^examples?$/.test(name)) collect(inner, `${path}.${name}`)
    }
    collect(schemas, '')
    collect(document.paths, '')
    expect(objects.length).toBeGreaterThan(400)
    const isMixed = ([, { allOf, properties }]: [string, SchemaObject]) =>
      allOf !== undefined && properties !== undefined
    expect(objects.filter(isMixed).map(([path]) => path)).toEqual([])
    const isUnordered = ([, { properties = {}, required = [] }]: [string, SchemaObject]) => {
      const marks = Object.keys(properties).map((name) => required.includes(name))
      return marks.lastIndexOf(true) > marks.indexOf(false) && marks.includes(false)
    }
    expect(objects.filter(isUnordered).map(([path]) => path)).toEqual([])
    expect(Object.keys(schemas['MessagesSendBody']?.allOf?.[0]?.properties ?? {}).slice(0, 2)).toEqual([
      'phone',
      'message',
    ])
  })

  it('writes a refusal once for each status or set of codes, and other codes beside each reference', () => {
    const codes = { '422': '`label:not_found`', '409': '`chat:too_many_labels`' }
    const responses = document.paths['/v1/chats/{id}/labels']?.['post']?.responses
    for (const [status, description] of Object.entries(codes))
      expect(responses?.[status]).toMatchObject({ description })
    expect(document.paths['/v1/chats/{id}']?.['get']?.responses['404']).toEqual({
      $ref: '#/components/responses/ChatNotFound',
    })
    expect(document.components.responses['ChatNotFound']?.description).toBe('`chat:not_found`')
    const refusals = Object.values(document.components.responses).filter((each) =>
      JSON.stringify(each).includes('schemas/Error"'),
    )
    expect(refusals.length).toBeLessThan(40)
    const inPlace = operations.flatMap((each) => Object.values(each.responses).filter((answer) => !('$ref' in answer)))
    expect(inPlace.filter((answer) => JSON.stringify(answer).includes('schemas/Error"')).length).toBeLessThan(5)
  })

  it('has one form of each noun, which requests and answers share', () => {
    expect(Object.keys(schemas).filter((name) => name.endsWith('Input'))).toEqual([])
  })

  it('names each component after its noun, operation or event, and defines all that it refers to', () => {
    expect(Object.keys(schemas).filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([])
    const referred = new Set(referencesIn(document))
    expect([...referred].filter((name) => !(name in schemas))).toEqual([])
    expect(Object.keys(schemas).filter((name) => !referred.has(name))).toEqual([])
  })

  it('has each body and form once, however many operations take it', () => {
    const sent = operations.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
    const followed = (schema: SchemaObject): SchemaObject => {
      const { description: _description, ...named } = component(schema) ?? {}
      return named.$ref === undefined ? schema : followed({ $ref: named.$ref })
    }
    const names = [...new Set(sent.flatMap(({ schema }) => (schema.$ref ? [followed(schema).$ref ?? ''] : [])))]
    const texts = names.map(($ref) =>
      JSON.stringify({ ...component({ $ref }), description: undefined, examples: undefined }),
    )
    expect(names.filter((_, i) => texts.indexOf(texts[i] ?? '') !== i)).toEqual([])
  })

  it('has the same union of events in the log and in webhooks', () => {
    expect(JSON.stringify(document.paths['/v1/events']?.['get']?.responses['200'])).toContain('schemas/LoggedEvent"')
    expect(referencesIn(schemas['LoggedEvent'])).toEqual(['Event', 'ErasedEvent'])
    expect(referencesIn(document.webhooks)).toEqual(['Event'])
    const kinds = referencesIn(schemas['Event']?.oneOf).map((name) => schemas[name])
    expect(kinds.map((each) => each?.description)).toEqual(publicKinds.map((kind) => eventCatalog[kind].when))
  })

  it('describes every parameter, and every field of bodies, answers and events', () => {
    const silent = Object.entries(schemas).flatMap(([name, schema]) => undescribedIn(schema, name))
    const parameters = operations.flatMap(({ operationId, parameters: own = [] }) =>
      own.map((each) => ({ name: operationId, description: '', ...each })),
    )
    const inPlace = [...parameters, ...Object.values(document.components.parameters)]
    const isSilent = (each: (typeof inPlace)[number]) =>
      'schema' in each && !each.description && !each.schema.description && !component(each.schema)?.description
    expect([...silent, ...inPlace.filter(isSilent)]).toEqual([])
  })

  it('describes every answer and every tag', () => {
    const answers = operations.flatMap(({ responses }) => Object.values(responses))
    const silent = answers.filter(
      (answer) => !('$ref' in answer) && (answer.description.length < 6 || answer.description === 'Done'),
    )
    expect(silent).toEqual([])
    const tagged = new Set(document.tags.map(({ name }) => name))
    const groups = document['x-tagGroups']
    expect(groups.map(({ name }) => name)).toEqual(['Messaging', 'Inbox', 'Administration'])
    expect(groups.flatMap(({ tags }) => tags).toSorted()).toEqual([...tagged].toSorted())
    expect(operations.filter(({ tags }) => !tags.every((tag) => tagged.has(tag)))).toEqual([])
  })
})

describe('the paths of the document', () => {
  it('are never matched by one request at the same time, nor is an operation without an answer of success and one of refusal', () => {
    const paths = Object.keys(document.paths).map((path) => path.split('/'))
    const isField = (part = '') => part.startsWith('{')
    const bothMatch = (a: string[], b: string[]) =>
      a.length === b.length &&
      a.filter(isField).length === b.filter(isField).length &&
      a.every((part, i) => isField(part) || isField(b[i]) || part === b[i])
    const ambiguous = paths.flatMap((a, i) => paths.slice(i + 1).filter((b) => bothMatch(a, b)))
    expect(ambiguous).toEqual([])
    const lacking = operations.filter(({ responses }) => {
      const statuses = Object.keys(responses).join(' ')
      return !/\b2\d\d\b/.test(statuses) || !/\b4\d\d\b/.test(statuses)
    })
    expect(lacking.map(({ operationId }) => operationId)).toEqual([])
  })
})
