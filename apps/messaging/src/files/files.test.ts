import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type messaging, newId, type OutputOf } from '@posthorn/contracts'
import { faultOf, startTestService, type TestService, until } from '@posthorn/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messagingService } from '../service.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-files-'))
const spool = mkdtempSync(join(tmpdir(), 'posthorn-spool-'))
let service: TestService
let workspace: string
const waiting: (() => void)[] = []
const server = createServer((req, res) => {
  if (req.url === '/moved') res.writeHead(302, { location: '/hours.txt' }).end()
  else if (req.url === '/around') res.writeHead(302, { location: '/around' }).end()
  else if (req.url === '/hours.txt') res.writeHead(200, { 'content-type': 'text/plain' }).end('Fetched')
  else if (req.url === '/same.txt' || req.url === '/M%C3%A4rz%202.txt') res.writeHead(200).end('the same')
  else if (req.url === '/lie.png') res.writeHead(200, { 'content-type': 'image/png' }).end('<svg><script/></svg>')
  else if (req.url === '/empty.txt') res.writeHead(200).end()
  else if (req.url === '/slow.txt') waiting.push(() => res.writeHead(200).end('late'))
  else res.writeHead(404).end()
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  service = await startTestService(messagingService, {
    env: { FILES_DIR: folder, SPOOL_DIR: spool, ALLOW_PRIVATE_ADDRESSES: 'true' },
  })
  workspace = service.workspace()
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  server.close()
  for (const path of [folder, spool]) rmSync(path, { recursive: true, force: true })
})

const files = () => service.clients.messaging.files
const caller = (options = {}) => service.as(workspace, options)
const base64 = (bytes: string | Buffer) => Buffer.from(bytes as string).toString('base64')
const jpeg = (size: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(size - 4, 1)])
const faultOfCreate = async (input: Parameters<ReturnType<typeof files>['create']['mutate']>[0]) =>
  faultOf(
    await files()
      .create.mutate(input, caller())
      .catch((error: unknown) => error),
  )

const upload = (bytes: Buffer, fields: object = {}, options = {}) => {
  const parts = async function* () {
    for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000)
  }
  const brought = { operation: 'files.create', bytes: parts(), fields: async () => fields } as const
  const call = { workspace, actor: { type: 'key', id: 'key_test' }, ...options } as const
  return service.clients.upload('messaging', brought, call) as Promise<OutputOf<typeof messaging.files.create>>
}
const faultOfUpload = (bytes: Buffer) =>
  upload(bytes).then(
    () => undefined,
    (error: unknown) => faultOf(error),
  )
const stored = () => (existsSync(join(folder, workspace)) ? readdirSync(join(folder, workspace)) : [])

describe('files', () => {
  it('a file is kept as it came, found, listed by kind, downloaded and deleted', async () => {
    const made = await files().create.mutate({ content: base64(jpeg(1000)), filename: 'a.jpg' }, caller())
    expect(made).toMatchObject({ kind: 'image', mime: 'image/jpeg', size: 1000, filename: 'a.jpg' })
    expect(await files().get.query({ id: made.id }, caller())).toEqual(made)
    await files().create.mutate({ content: base64('words') }, caller())
    expect((await files().list.query({ kind: ['image'] }, caller())).items).toEqual([made])
    const { content } = await files().download.query({ id: made.id }, caller())
    expect(Buffer.from(content, 'base64').equals(jpeg(1000))).toBe(true)
    expect(await files().remove.mutate({ id: made.id }, caller())).toEqual({ id: made.id, deleted: true })
    await expect(files().get.query({ id: made.id }, caller())).rejects.toThrow('no such file')
    await until(() => !stored().includes(made.id), { describe: 'the bytes to go' })
  })

  it('the same bytes again are a file of their own, stored once, and each workspace has its own', async () => {
    const body = { content: base64('the same'), filename: 'one.txt' }
    const first = await files().create.mutate(body, caller())
    const others = [
      { ...body, filename: 'two.txt' },
      { content: body.content },
      { url: `${origin}/same.txt` },
      { url: `${origin}/M%C3%A4rz%202.txt` },
      { url: `${origin}/same.txt`, filename: 'three.txt' },
    ]
    const made = [first]
    for (const other of others) made.push(await files().create.mutate(other, caller()))
    made.push(await upload(Buffer.from('the same'), { filename: 'four.txt' }), await upload(Buffer.from('the same')))
    const names = ['one.txt', 'two.txt', 'file', 'same.txt', 'März 2.txt', 'three.txt', 'four.txt', 'file']
    expect(made.map(({ filename }) => filename)).toEqual(names)
    expect(new Set(made.map(({ id }) => id)).size).toBe(names.length)
    for (const { id, filename } of made)
      expect(await files().download.query({ id }, caller())).toMatchObject({ filename, content: body.content })
    await until(() => made.filter(({ id }) => stored().includes(id)).length === 1)
    const outsider = service.as(service.workspace())
    expect(made.map(({ id }) => id)).not.toContain((await files().create.mutate(body, outsider)).id)
    await expect(files().get.query({ id: first.id }, outsider)).rejects.toThrow('no such file')
    await expect(files().download.query({ id: first.id }, outsider)).rejects.toThrow('no such file')
    await expect(files().remove.mutate({ id: first.id }, outsider)).rejects.toThrow('no such file')
  })

  it('bytes are there as long as a file has them, whatever others with the same bytes go, and no longer', async () => {
    const step = fc.record({ bytes: fc.integer({ min: 0, max: 1 }), isRemoval: fc.boolean() })
    const before = stored()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), fc.boolean(), async (steps, isConcurrent) => {
        const left: { id: string; bytes: string }[] = []
        const removals: Promise<unknown>[] = []
        for (const { bytes, isRemoval } of steps) {
          const gone = isRemoval && left.shift()
          if (gone) removals.push(files().remove.mutate({ id: gone.id }, caller()))
          else {
            const content = base64(`shared ${bytes}`)
            left.push({ id: (await files().create.mutate({ content }, caller())).id, bytes: content })
          }
          if (!isConcurrent) await Promise.all(removals)
        }
        await Promise.all(removals)
        await until(async () => (await service.rows('select 1 from orphaned_blob')).length === 0)
        for (const { id, bytes } of left) expect((await files().download.query({ id }, caller())).content).toBe(bytes)
        const kinds = new Set(left.map(({ bytes }) => bytes)).size
        expect(stored().filter((name) => !before.includes(name)).length).toBe(kinds)
        await Promise.all(left.map(({ id }) => files().remove.mutate({ id }, caller())))
        await until(() => stored().length === before.length)
      }),
      { numRuns: 8 },
    )
  })

  it('repeated with its Idempotency-Key is answered as the first time', async () => {
    const body = { content: base64('once') }
    const first = await files().create.mutate(body, caller({ idempotencyKey: 'file-1' }))
    await files().remove.mutate({ id: first.id }, caller())
    expect(await files().create.mutate(body, caller({ idempotencyKey: 'file-1' }))).toEqual(first)
  })

  it('what lies about its type, is of none we know, or is too large for its kind is refused', async () => {
    expect(await faultOfCreate({ content: base64(jpeg(99)), mime: 'application/pdf' })).toMatchObject({
      code: 'file:unsupported_type',
    })
    expect(await faultOfCreate({ content: base64('MZ\u0000\u0001') })).toMatchObject({
      code: 'file:unsupported_type',
      status: 415,
    })
    for (const lie of [{ content: base64('PK\u0003\u0004') }, { url: `${origin}/lie.png` }])
      expect(await faultOfCreate(lie)).toMatchObject({ code: 'file:unsupported_type' })
    expect(await faultOfUpload(jpeg(5 * 1024 * 1024 + 1))).toMatchObject({ code: 'file:too_large', status: 413 })
    const animated = Buffer.concat([
      Buffer.from('RIFF\0\0\0\0WEBPVP8X\0\0\0\0\x02', 'latin1'),
      Buffer.alloc(200_000, 1),
    ])
    expect(await faultOfUpload(animated)).toBeUndefined()
    animated[20] = 0
    expect(await faultOfUpload(animated)).toMatchObject({ code: 'file:too_large' })
    const empty = [{ content: '=' }, { url: `${origin}/empty.txt` }].map(faultOfCreate)
    const faults = await Promise.all([faultOfUpload(Buffer.alloc(0)), ...empty])
    expect(faults.map((fault) => fault?.errors.map(({ path }) => path))).toEqual([['file'], ['content'], ['url']])
    expect(readdirSync(spool)).toEqual([])
    await until(async () => (await service.rows('select 1 from orphaned_blob')).length === 0)
    expect((await faultOfCreate({ content: 'not base64!', mime: 'x' }))?.errors.map(({ path }) => path).sort()).toEqual(
      ['content', 'mime'],
    )
    expect((await faultOfCreate({}))?.errors.map(({ path }) => path)).toEqual(['content'])
  })

  it('bytes that a process wrote before it died, whole or in part, are no file and are removed when their time has come, even if others cannot be', async () => {
    const listed = await files().list.query({}, caller())
    mkdirSync(join(folder, workspace), { recursive: true })
    const [whole, part] = [newId('file'), newId('file')]
    writeFileSync(join(folder, workspace, whole), 'whole')
    writeFileSync(join(folder, workspace, `${part}.part`), 'par')
    const left = (place: string, minutes: number) =>
      service.rows(
        `insert into orphaned_blob (workspace_id, place, due_at) values ($1, $2, now() + make_interval(mins => $3))`,
        [workspace, place, minutes],
      )
    await left(whole, -1)
    await left(part, -1)
    const broken = newId('file')
    mkdirSync(join(folder, workspace, broken))
    await left(broken, -2)
    const writing = newId('file')
    writeFileSync(join(folder, workspace, `${writing}.part`), 'still')
    await left(writing, 1)
    await service.restart()
    await until(() => !stored().some((name) => name.startsWith(whole) || name.startsWith(part)))
    expect(stored()).toContain(`${writing}.part`)
    expect(await files().list.query({}, caller())).toEqual(listed)
    rmSync(join(folder, workspace, broken), { recursive: true })
    await service.rows('update orphaned_blob set due_at = now()')
  })

  it('an address is fetched over redirects; one that does not exist and one that redirects in a circle get errors of their own', async () => {
    const moved = { url: `${origin}/moved` }
    for (const input of [moved, { ...moved, content: '' }])
      expect(await files().create.mutate(input, caller())).toMatchObject({
        mime: 'text/plain',
        size: 7,
        filename: 'moved',
      })
    expect(await faultOfCreate({ url: `${origin}/gone` })).toMatchObject({ code: 'file:fetch_failed' })
    expect(await faultOfCreate({ url: `${origin}/around` })).toMatchObject({ code: 'file:fetch_failed' })
    await using strict = await startTestService(messagingService, { env: { FILES_DIR: folder } })
    const create = strict.clients.messaging.files.create.mutate(
      { url: `${origin}/hours.txt` },
      strict.as(strict.workspace()),
    )
    expect(faultOf(await create.catch((error: unknown) => error))).toMatchObject({ code: 'url:not_allowed' })
  })

  it('is fetched for a workspace ten at a time, which keeps no other from fetching', async () => {
    const input = { url: `${origin}/slow.txt` }
    const fetched = Array.from({ length: 10 }, () => files().create.mutate(input, caller()))
    await until(() => waiting.length === 10)
    const refused = await faultOfCreate(input)
    expect([refused?.code, refused?.status]).toEqual(['rate:in_flight', 429])
    const elsewhere = { url: `${origin}/same.txt` }
    expect(await files().create.mutate(elsewhere, service.as(service.workspace()))).toMatchObject({ size: 8 })
    for (const answer of waiting.splice(0)) answer()
    expect(await Promise.all(fetched)).toHaveLength(10)
    expect(await files().create.mutate(elsewhere, caller())).toMatchObject({ size: 8 })
  })

  it('uploaded in parts is kept whole, the same again to the same key, and refused with that key for other bytes', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7 '), Buffer.alloc(5_000_000, 5)])
    const made = await upload(bytes, { filename: 'big.pdf' }, { idempotencyKey: 'upload-1' })
    expect(made).toMatchObject({ size: bytes.length, kind: 'document' })
    expect(await upload(bytes, { filename: 'big.pdf' }, { idempotencyKey: 'upload-1' })).toEqual(made)
    const other = upload(Buffer.from('words'), { filename: 'big.pdf' }, { idempotencyKey: 'upload-1' })
    await expect(other).rejects.toThrow('Idempotency-Key')
    const parts: Buffer[] = []
    for (let offset: number | null = 0; offset !== null; ) {
      const part = await files().download.query({ id: made.id, offset }, caller())
      parts.push(Buffer.from(part.content, 'base64'))
      offset = part.next
    }
    expect(parts.length).toBeGreaterThan(1)
    expect(Buffer.concat(parts).equals(bytes)).toBe(true)
    expect(readdirSync(spool)).toEqual([])
  })

  it('ends at its time, and its bytes with the last file that has them', async () => {
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const later = new Date(Date.now() + 7_200_000).toISOString()
    const { id, expiresAt } = await upload(Buffer.from('passing'), { expiresAt: soon })
    expect(expiresAt).toBe(soon)
    const longer = await upload(Buffer.from('passing'), { expiresAt: later })
    expect(longer.expiresAt).toBe(later)
    const short = await upload(Buffer.from('passing'), { expiresAt: soon })
    const usual = Date.parse((await upload(Buffer.from('kept'))).expiresAt ?? '')
    expect(Math.abs(usual - Date.now() - 30 * 86_400_000)).toBeLessThan(60_000)
    const end = (...ids: string[]) =>
      service.rows(`update file set expires_at = now() - interval '1 hour' where id = any($1)`, [ids])
    await end(id, short.id)
    await service.restart()
    await until(
      async () => (await service.rows('select 1 from file where id = any($1)', [[id, short.id]])).length === 0,
    )
    await expect(files().get.query({ id }, caller())).rejects.toThrow('no such file')
    expect((await files().download.query({ id: longer.id }, caller())).content).toBe(base64('passing'))
    await end(longer.id)
    await service.restart()
    await until(() => !stored().includes(id))
    expect(
      faultOf(await upload(Buffer.from('x'), { expiresAt: '2020-01-01T00:00:00Z' }).catch((e) => e)),
    ).toMatchObject({ errors: [{ path: 'expiresAt' }] })
  })

  it('gets another name and another time of deletion, with the same bytes', async () => {
    const made = await upload(Buffer.from('renamed'), { filename: 'first.txt' })
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const change = { id: made.id, filename: 'second.txt', expiresAt }
    expect(await files().update.mutate(change, caller())).toEqual({ ...made, ...change })
    expect(await files().update.mutate({ id: made.id }, caller())).toEqual({ ...made, ...change })
    expect(await files().download.query({ id: made.id }, caller())).toMatchObject({ filename: 'second.txt' })
    const faultOfChange = async (input: object, by = caller()) =>
      faultOf(
        await files()
          .update.mutate({ id: made.id, ...input }, by)
          .catch((error: unknown) => error),
      )
    const tooFar = new Date(Date.now() + 400 * 86_400_000).toISOString()
    expect(await faultOfChange({ expiresAt: tooFar })).toMatchObject({ errors: [{ path: 'expiresAt' }] })
    expect(await faultOfChange({ filename: 'a/b.txt' })).toMatchObject({ errors: [{ path: 'filename' }] })
    const outsider = service.as(service.workspace())
    expect(await faultOfChange({ filename: 'x.txt' }, outsider)).toMatchObject({ code: 'file:not_found' })
  })

  it('needs the scopes send and read', async () => {
    await expect(files().create.mutate({ content: base64('x') }, caller({ scopes: ['read'] }))).rejects.toThrow('scope')
    await expect(files().list.query({}, caller({ scopes: ['send'] }))).rejects.toThrow('scope')
  })
})
