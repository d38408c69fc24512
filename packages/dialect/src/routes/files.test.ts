import { Fault, groups, idFromBytes, messaging } from '@posthorn/contracts'
import { describe, expect, it } from 'vitest'
import { readQuery, shapedBody } from '../api/request.ts'
import type { Session } from '../api/route.ts'
import { shortIdOf } from '../ids.ts'
import { fileRoutes, setPicture } from './files.ts'
import { sessionAsking } from './session.fixture.ts'

/** The version and the variant of a UUID, by the place of their bytes. */
const fixedBytes: Record<number, number> = { 6: 0x70, 8: 0x80 }
const stored = ['Report, final.pdf', 'sunset.jpg', 'notes.pdf'].map((filename, i) => ({
  id: idFromBytes(
    'file',
    Uint8Array.from({ length: 16 }, (_, at) => fixedBytes[at] ?? i + 1),
  ),
  filename,
  size: 100 + i,
  mime: filename.endsWith('pdf') ? 'application/pdf' : 'image/jpeg',
  kind: filename.endsWith('pdf') ? 'document' : 'image',
  sha256: String(i).repeat(64),
  createdAt: `2026-11-0${i + 1}T00:00:00.000Z`,
  expiresAt: null,
}))
const shown = stored.map(({ id }) => shortIdOf(id))

/** Deletes with a body and a query against the stored files. Returns the positions of the files that were removed. */
async function remove(body: unknown, query = ''): Promise<number[]> {
  const removed: string[] = []
  const ask = async (operation: unknown, { id, from, to }: { id: string; from: string; to: string }) => {
    if (operation === messaging.files.list) return { items: stored, next: null }
    if (operation === messaging.files.get) return stored.find((file) => file.id === id)
    if (operation === messaging.lookups.byRange)
      return { id: stored.find((file) => from <= file.id && file.id <= to)?.id ?? null }
    removed.push(id)
    return {}
  }
  const route = fileRoutes.find(({ method, path }) => method === 'DELETE' && path === '/v1/files')
  if (!route) throw new Error('No route')
  const session = { ask } as unknown as Session
  await route.handle({ session, parameters: {}, query: readQuery(query), body: shapedBody(body, route) })
  return removed.map((id) => stored.findIndex((file) => file.id === id))
}

it('a file keeps its own name if the field for it is empty, and has no end without a duration', async () => {
  const fields: unknown[] = []
  const texts = async () => ['filename', 'expiration'].map((name) => [name, ''])
  const file = async () => ({ bytes: [], texts, filename: 'a.txt', mime: 'text/plain' })
  const upload = async (_: unknown, source: { fields(): Promise<object> }) => {
    fields.push(await source.fields())
    return stored[0]
  }
  const route = fileRoutes.find(({ method }) => method === 'POST')
  const session = { upload, request: { isJson: false, file } } as unknown as Session
  await route?.handle({ session, parameters: {}, query: readQuery(''), body: {} })
  expect(fields).toEqual([{ filename: 'a.txt', mime: 'text/plain' }])
})

describe('DELETE /files', () => {
  it.each<[object | string[], string, number[]]>([
    [{ ids: shown[1] }, '', [1]],
    [[shown[0] ?? '', shown[2] ?? ''], '', [0, 2]],
    [{}, `ids=${stored[0]?.id},${shown[2]?.toUpperCase()}`, [0, 2]],
    [{ ids: [] }, '', []],
    [{ kind: 'document' }, '', [0, 2]],
    [{ kind: 'document,image', limit: 2 }, '', [0, 1]],
    [{ kind: 'document', limit: '1' }, '', [0]],
    [{}, 'kind=document&limit=1', [0]],
    [{ size: 101 }, '', [1]],
    [{ size: 999 }, '', []],
    [{ permission: 'private' }, '', []],
    [{ origin: 'remote' }, '', []],
    [{ format: 'webp' }, '', []],
    [{ owner: 'x' }, '', []],
    [{ tags: ['x'] }, '', []],
    [{ filename: 'Report, final' }, '', [0]],
    [{ filename: 'sunset', search: 'notes' }, '', []],
    [{ search: 5 }, '', []],
    [{ after: '2026-11-01T12:00:00Z', before: '2026-11-02T12:00:00Z' }, '', [1]],
  ])('with %j and the query "%s" removes only the files that match all of it', async (body, query, expected) => {
    expect(await remove(body, query)).toEqual(expected)
  })

  it('finds files by id and by time however many newer ones there are', async () => {
    const asked: object[] = []
    const session = sessionAsking(async (operation, input) => {
      if (operation === messaging.files.list) asked.push(input)
      return operation === messaging.files.list ? { items: [], next: null } : stored[0]
    })
    const route = fileRoutes.find(({ method, path }) => method === 'DELETE' && path === '/v1/files')
    const removing = (query: string) => route?.handle({ session, parameters: {}, query: readQuery(query), body: {} })
    expect(await removing(`ids=${stored[0]?.id}`)).toEqual({ ids: [shown[0]] })
    await removing('before=2026-01-01T00:00:00Z&kind=document')
    expect(asked).toMatchObject([{ createdBefore: '2026-01-01T00:00:00.000Z' }])
  })

  it.each([
    [{}, ''],
    [{ ids: '' }, ''],
    [{}, 'ids=,'],
    [{ limit: 1 }, ''],
    [{ expires: '30d' }, ''],
    [{ ids: null }, ''],
    [{ ids: [{}] }, ''],
    [{ filename: ['x'] }, ''],
    [{ after: 'yesterday' }, ''],
    [{ kind: 'image', limit: 0 }, ''],
    [{ kind: 'image', limit: -1 }, ''],
    [{ kind: 'image' }, 'limit=all'],
    [{ kind: 'image', before: '' }, ''],
    [{ kind: 'image', before: null }, ''],
    [{ kind: 'image', limit: null }, ''],
    [{ kind: 'image' }, 'kind=document'],
    [{ kind: 'image' }, 'createdBefore=2020-01-01'],
    [{}, 'kind=image&createdBefore=2020-01-01'],
    [{}, 'kind=image&before='],
    [{}, 'kind=image&ids=,'],
    [[shown[0] ?? ''], `ids=${shown[1]}`],
  ])('refuses %j with the query "%s"', async (body, query) => {
    await expect(remove(body, query)).rejects.toMatchObject({ code: 'request:invalid' })
  })
})

it('an error about the stored picture of a URL names the field of the URL', async () => {
  const errors = [{ path: 'file', code: 'field:invalid', message: 'must be a file of type image/jpeg' }]
  const uploadStored = () => Promise.reject(new Fault('request:invalid', { errors }))
  const session = { ...sessionAsking(async () => ({ id: 'file_1' })), uploadStored }
  const operation = groups.groups.setImage as unknown as Parameters<typeof setPicture>[2]['operation']
  const set = setPicture(session, { url: 'https://a.example/a.pdf' }, { operation, id: 'grp_1' })
  await expect(set).rejects.toMatchObject({ code: 'request:invalid', errors: [{ path: 'url' }] })
})

it('an error of storing what a URL has names its field, and keeps when to try again', async () => {
  const session = sessionAsking(() => Promise.reject(new Fault('service:overloaded', { retryAfter: 5 })))
  const operation = groups.groups.setImage as unknown as Parameters<typeof setPicture>[2]['operation']
  await expect(setPicture(session, { url: 'http://10.0.0.5/a.jpg' }, { operation, id: 'grp_1' })).rejects.toMatchObject(
    {
      code: 'service:overloaded',
      retryAfter: 5,
      errors: [{ path: 'url' }],
    },
  )
})
