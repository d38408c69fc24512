import { readdirSync } from 'node:fs'
import { newId } from '@posthorn/contracts'
import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { useFiles } from './files.fixture.ts'

const fixture = useFiles()

const csv = 'Telefon;Name;Tarif\n+49 151 12345678;Ada;gold\n+49 151 12345679;Grace;blue\n'

function form(fields: [string, string][], file = csv): { body: string; headers: Record<string, string> } {
  const part = (head: string, text: string) => `--b\r\nContent-Disposition: form-data; name=${head}\r\n\r\n${text}\r\n`
  const parts = [
    part('"file"; filename="contacts.csv"', file),
    ...fields.map(([name, text]) => part(`"${name}"`, text)),
  ]
  return { body: `${parts.join('')}--b--\r\n`, headers: { 'Content-Type': 'multipart/form-data; boundary=b' } }
}

async function ended(id: unknown, token: string) {
  const finished = async () => {
    const { json } = await fixture.send(`/v1/imports/${String(id)}`, { token })
    return json['completedAt'] === null ? undefined : json
  }
  return until(finished, { describe: 'the end of the import' })
}
const path = '/v1/imports'

describe('an import of contacts', () => {
  it.each<[string, [string, string][]]>([
    [
      'as JSON',
      [
        ['mapping', '{ "Tarif": "fields.plan" }'],
        ['tags', 'fair,vip'],
        ['onDuplicate', 'update'],
      ],
    ],
    [
      'column by column',
      [
        ['mapping[Tarif]', 'fields.plan'],
        ['tags', 'fair'],
        ['tags', 'vip'],
        ['dryRun', 'false'],
      ],
    ],
  ])('is taken as a form with its mapping %s', async (_, fields) => {
    const { token } = await fixture.tenant()
    const made = await fixture.send(path, { token, ...form(fields) })
    expect(made.status, made.text).toBe(202)
    expect(await ended(made.json['id'], token)).toMatchObject({ status: 'finished', counts: { created: 2 } })
    const found = await fixture.send('/v1/contacts?sort=name:asc', { token })
    expect(found.json[0]).toMatchObject({ name: 'Ada', fields: { plan: 'gold' }, tags: ['fair', 'vip'] })
  })

  it('is taken as a raw body, and once with its Idempotency-Key', async () => {
    const { token } = await fixture.tenant()
    const ask = { token, body: csv, headers: { 'Content-Type': 'text/csv', 'Idempotency-Key': 'once' } }
    const [made, again] = [await fixture.send(path, ask), await fixture.send(path, ask)]
    expect([made.status, again.text]).toEqual([202, made.text])
  })

  it('is taken from a kept file of more parts than one, by a key that may read it', async () => {
    const { token } = await fixture.tenant()
    const rows = Array.from({ length: 9_000 }, (_, i) => `+49151${10_000_000 + i};Name ${i};${'x'.repeat(330)}`)
    const text = `Telefon;Name;Tarif\n${rows.join('\n')}`
    const { json: file } = await fixture.send('/v1/files', { token, ...form([], text) })
    expect(Number(file['size'])).toBeGreaterThan(3_000_000)
    const made = await fixture.send(path, { token, json: { file: file['id'], dryRun: true } })
    expect(made.status, made.text).toBe(202)
    expect(await ended(made.json['id'], token)).toMatchObject({ counts: { rows: 9_000, created: 9_000, failed: 0 } })
    const other = await fixture.tenant()
    const foreign = await fixture.send(path, { token: other.token, json: { file: file['id'] } })
    const unknown = await fixture.send(path, { token, json: { file: newId('file') } })
    expect([foreign.status, foreign.json['errorCode']]).toEqual([422, 'file:not_found'])
    expect([unknown.status, unknown.json['errorCode']]).toEqual([422, 'file:not_found'])
    const { token: blind } = await fixture.tenant(['manage'])
    expect((await fixture.send(path, { token: blind, json: { file: file['id'] } })).status).toBe(403)
  })

  it('is refused with the path of each fault', async () => {
    const { token } = await fixture.tenant()
    const refused = async (fields: [string, string][], file?: string) => {
      const { status, json } = await fixture.send(path, { token, ...form(fields, file) })
      return [status, ...(json['errors'] as unknown as { path: string }[]).map((error) => error.path)]
    }
    expect(
      await refused([
        ['dryRun', 'perhaps'],
        ['onDuplicate', 'x'],
      ]),
    ).toEqual([400, 'dryRun', 'onDuplicate'])
    expect(await refused([['mapping', '{ broken']])).toEqual([400, 'mapping'])
    expect(await refused([['url', 'https://example.com']])).toEqual([400, 'url'])
    expect(await refused([], 'a,b\n1,2\n')).toEqual([400, 'mapping'])
    expect(await refused([], '')).toEqual([400, 'mapping'])
    const both = await fixture.send(path, { token, json: { csv, file: newId('file') } })
    expect(both.status).toBe(400)
    await until(() => readdirSync(fixture.spoolDir).length === 0)
  })
})
