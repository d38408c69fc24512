import { describe, expect, it } from 'vitest'
import { publicKinds } from '../events.ts'
import { referencesIn } from './components.ts'
import { openApiDocument } from './document.ts'

const document = openApiDocument()
const { schemas } = document.components
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

describe('the OpenAPI document', () => {
  it('has at most 470 kB', () => {
    expect(JSON.stringify(document).length).toBeLessThan(470_000)
  })

  it('names each component after its noun, operation or event, and defines all that it refers to', () => {
    expect(Object.keys(schemas).filter((name) => !/^[A-Z][A-Za-z]+$/.test(name))).toEqual([])
    const referred = new Set(referencesIn(document))
    expect([...referred].filter((name) => !(name in schemas))).toEqual([])
    expect(Object.keys(schemas).filter((name) => !referred.has(name))).toEqual([])
  })

  it('has the same union of events in the log and in webhooks', () => {
    expect(JSON.stringify(document.paths['/v1/events']?.['get']?.responses['200'])).toContain('schemas/LoggedEvent"')
    expect(referencesIn(schemas['LoggedEvent'])).toEqual(['Event', 'ErasedEvent'])
    const posted = publicKinds.map((kind) => referencesIn(document.webhooks[kind])[0])
    expect(referencesIn(schemas['Event']?.oneOf)).toEqual(posted)
  })

  it('describes every answer and every tag', () => {
    const answers = operations.flatMap(({ responses }) => Object.values(responses))
    const silent = answers.filter(
      (answer) => !('$ref' in answer) && (answer.description.length < 6 || answer.description === 'Done'),
    )
    expect(silent).toEqual([])
    const tagged = new Set(document.tags.map(({ name }) => name))
    expect(operations.filter(({ tags }) => !tags.every((tag) => tagged.has(tag)))).toEqual([])
  })
})
