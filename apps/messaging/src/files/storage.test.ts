import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '@posthorn/contracts'
import { startTestService } from '@posthorn/testkit'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { messagingService } from '../service.ts'
import { s3Storage } from './s3-storage.ts'
import { folderStorage, partsOf, type Storage } from './storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-storage-'))
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'posthorn', configs: [] }],
})
const storages = new Map<string, Storage>([['a folder', folderStorage(join(folder, 'files'))]])
let endpoint: string
beforeAll(async () => {
  const { port } = await server.run()
  endpoint = `http://127.0.0.1:${port}`
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  storages.set('S3', s3Storage({ bucket: 'posthorn', region: 'eu-central-1', endpoint, pathStyle: true, credentials }))
})
afterAll(async () => {
  for (const storage of storages.values()) storage.close()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function onDisk(bytes: Buffer): { path: string; size: number } {
  const path = join(folder, newId('file'))
  writeFileSync(path, bytes)
  return { path, size: bytes.length }
}

async function whole(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = []
  for await (const part of parts) read.push(part)
  return Buffer.concat(read)
}

describe.each(['a folder', 'S3'])('storage in %s', (name) => {
  const storage = () => storages.get(name) as Storage
  const place = { workspace: newId('ws'), name: newId('file') }
  const bytes = Buffer.from(Array.from({ length: 5_000_000 }, (_, i) => i % 251))

  it('gives back what it was given, whole and in parts, and nothing from its end on', async () => {
    await storage().write(place, onDisk(bytes))
    expect((await whole(partsOf(storage(), place, bytes.length))).equals(bytes)).toBe(true)
    expect(await storage().read(place, { start: 10, size: 5 })).toEqual(bytes.subarray(10, 15))
    expect(await storage().read(place, { start: bytes.length - 3, size: 100 })).toEqual(bytes.subarray(-3))
    expect(await storage().read(place, { start: bytes.length, size: 100 })).toEqual(Buffer.alloc(0))
  })

  it('knows a place by workspace and name together, and writing again replaces', async () => {
    const other = { ...place, workspace: newId('ws') }
    expect(await storage().read(other, { start: 0, size: 10 })).toBeNull()
    await storage().write(other, onDisk(Buffer.from('first')))
    await storage().write(other, onDisk(Buffer.from('second')))
    expect(await storage().read(other, { start: 0, size: 10 })).toEqual(Buffer.from('second'))
    expect(await storage().read(place, { start: 0, size: 4 })).toEqual(bytes.subarray(0, 4))
  })

  it('removes what is there, and says nothing of what is not', async () => {
    await storage().remove(place)
    await storage().remove(place)
    expect(await storage().read(place, { start: 0, size: 10 })).toBeNull()
    await expect(whole(partsOf(storage(), place, 5))).rejects.toMatchObject({ code: 'file:not_found' })
  })

  it('says so when it cannot keep what it is given', async () => {
    await expect(storage().write(place, { path: join(folder, 'missing'), size: 3 })).rejects.toThrow()
    expect(await storage().read(place, { start: 0, size: 10 })).toBeNull()
  })
})

const silent: Socket[] = []
const silentServer = createServer((socket) => silent.push(socket))
beforeAll(() => new Promise<void>((listening) => silentServer.listen(0, '127.0.0.1', listening)))
afterAll(() => {
  for (const socket of silent) socket.destroy()
  silentServer.close()
})

it.each([
  ['cannot be reached', () => 'http://127.0.0.1:9'],
  ['does not answer', () => `http://127.0.0.1:${(silentServer.address() as AddressInfo).port}`],
])('a bucket that %s is no fault of the caller, who may come again', async (_, urlOf) => {
  const credentials = { accessKeyId: 'x', secretAccessKey: 'y' }
  const addressed = { endpoint: urlOf(), pathStyle: true, silenceMs: 100 }
  const lost = s3Storage({ bucket: 'lost', region: 'x', ...addressed, credentials })
  const place = { workspace: newId('ws'), name: newId('file') }
  const unavailable = { code: 'service:unavailable', retryAfter: 5 }
  await expect(lost.write(place, onDisk(Buffer.from('x')))).rejects.toMatchObject(unavailable)
  await expect(lost.read(place, { start: 0, size: 1 })).rejects.toMatchObject(unavailable)
  await expect(lost.remove(place)).rejects.toMatchObject(unavailable)
  lost.close()
})

it.each([
  ['posthorn', []],
  ['lost', ['FILES_BUCKET cannot be written (NoSuchBucket)']],
])('a process whose bucket takes no files says so at /readyz and /metrics: %s', async (bucket, reasons) => {
  const env = {
    FILES_BUCKET: bucket,
    FILES_S3_URL: endpoint,
    FILES_S3_PATH_STYLE: 'true',
    FILES_S3_ACCESS_KEY: 'S3RVER',
    FILES_S3_SECRET_KEY: 'S3RVER',
  }
  await using fixture = await startTestService(messagingService, { env })
  const readiness = async () => (await fetch(`${fixture.service.url}/readyz`)).json()
  await expect.poll(readiness, { timeout: 60_000 }).toMatchObject({ status: 'ready', reasons })
  const metrics = await (await fetch(`${fixture.service.url}/metrics`)).text()
  expect(metrics).toMatch(new RegExp(`^stores_refusing(\\{.*\\})? ${reasons.length}$`, 'm'))
})
