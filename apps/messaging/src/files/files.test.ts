import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultOf, startTestService, type TestService } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messagingService } from '../service.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-files-'))
let kit: TestService
let workspace: string
const server = createServer((req, res) => {
  if (req.url === '/moved') res.writeHead(302, { location: '/hours.txt' }).end()
  else if (req.url === '/around') res.writeHead(302, { location: '/around' }).end()
  else if (req.url === '/hours.txt') res.writeHead(200, { 'content-type': 'text/plain' }).end('Fetched')
  else res.writeHead(404).end()
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  kit = await startTestService(messagingService, { env: { FILES_DIR: folder, ALLOW_PRIVATE_ADDRESSES: 'true' } })
  workspace = kit.workspace()
})
afterAll(async () => {
  await kit[Symbol.asyncDispose]()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const files = () => kit.clients.messaging.files
const mine = (options = {}) => kit.as(workspace, options)
const base64 = (bytes: string | Buffer) => Buffer.from(bytes as string).toString('base64')
const jpeg = (size: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(size - 4, 1)])
const faultOfCreate = async (input: Parameters<ReturnType<typeof files>['create']['mutate']>[0]) =>
  faultOf(
    await files()
      .create.mutate(input, mine())
      .catch((error: unknown) => error),
  )

describe('files', () => {
  it('a file is kept as it came, found, listed by kind, downloaded and deleted', async () => {
    const made = await files().create.mutate({ content: base64(jpeg(1000)), filename: 'a.jpg' }, mine())
    expect(made).toMatchObject({ kind: 'image', mime: 'image/jpeg', size: 1000, filename: 'a.jpg' })
    expect(await files().get.query({ id: made.id }, mine())).toEqual(made)
    await files().create.mutate({ content: base64('words') }, mine())
    expect((await files().list.query({ kind: ['image'] }, mine())).items).toEqual([made])
    const { content } = await files().download.query({ id: made.id }, mine())
    expect(Buffer.from(content, 'base64').equals(jpeg(1000))).toBe(true)
    expect(await files().remove.mutate({ id: made.id }, mine())).toEqual({ id: made.id, deleted: true })
    await expect(files().get.query({ id: made.id }, mine())).rejects.toThrow('no such file')
  })

  it('the same bytes again are the same file, and each workspace has its own', async () => {
    const body = { content: base64('the same'), filename: 'one.txt' }
    const first = await files().create.mutate(body, mine())
    expect((await files().create.mutate({ ...body, filename: 'two.txt' }, mine())).id).toBe(first.id)
    const stranger = kit.as(kit.workspace())
    expect((await files().create.mutate(body, stranger)).id).not.toBe(first.id)
    await expect(files().get.query({ id: first.id }, stranger)).rejects.toThrow('no such file')
    await expect(files().download.query({ id: first.id }, stranger)).rejects.toThrow('no such file')
    await expect(files().remove.mutate({ id: first.id }, stranger)).rejects.toThrow('no such file')
    expect((await files().download.query({ id: first.id }, mine())).filename).toBe('one.txt')
  })

  it('repeated with its Idempotency-Key is answered as the first time', async () => {
    const body = { content: base64('once') }
    const first = await files().create.mutate(body, mine({ idempotencyKey: 'file-1' }))
    await files().remove.mutate({ id: first.id }, mine())
    expect(await files().create.mutate(body, mine({ idempotencyKey: 'file-1' }))).toEqual(first)
  })

  it('what lies about its type, is of none we know, or is too large for its kind is refused', async () => {
    expect(await faultOfCreate({ content: base64(jpeg(99)), mime: 'application/pdf' })).toMatchObject({
      code: 'file:unsupported_type',
    })
    expect(await faultOfCreate({ content: base64('MZ\u0000\u0001') })).toMatchObject({
      code: 'file:unsupported_type',
      status: 415,
    })
    expect(await faultOfCreate({ content: base64('PK\u0003\u0004') })).toMatchObject({ code: 'file:unsupported_type' })
    expect(await faultOfCreate({ content: base64(jpeg(5 * 1024 * 1024 + 1)) })).toMatchObject({
      code: 'file:too_large',
      status: 413,
    })
    expect((await faultOfCreate({ content: 'not base64!', mime: 'x' }))?.errors.map(({ path }) => path).sort()).toEqual(
      ['content', 'mime'],
    )
    expect((await faultOfCreate({}))?.errors.map(({ path }) => path)).toEqual(['content', 'url'])
  })

  it('an address is fetched over redirects, and told apart when it is not there or leads around', async () => {
    expect(await files().create.mutate({ url: `${origin}/moved` }, mine())).toMatchObject({
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

  it('needs the scopes send and read', async () => {
    await expect(files().create.mutate({ content: base64('x') }, mine({ scopes: ['read'] }))).rejects.toThrow('scope')
    await expect(files().list.query({}, mine({ scopes: ['send'] }))).rejects.toThrow('scope')
  })
})
