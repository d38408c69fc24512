import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileBytesMax, mediaRules } from '@posthorn/contracts'
import { faultOf, startTestService, type TestService } from '@posthorn/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { messagingService } from '../service.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-sizes-'))
let service: TestService
beforeAll(async () => {
  service = await startTestService(messagingService, { env: { FILES_DIR: folder, SPOOL_DIR: folder } })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const heads: Record<keyof typeof mediaRules, string> = {
  audio: 'OggS\0OpusHead',
  document: '%PDF-1.7',
  image: '\xff\xd8\xff\xe0',
  sticker: 'RIFF\0\0\0\0WEBPVP8 ',
  video: '\0\0\0\x18ftypisom',
}
const partBytes = 1024 * 1024

/** Uploads a file of this size in chunks. Resolves with its kind, or with the error code if it is refused. */
async function upload(kind: keyof typeof heads, size: number): Promise<string | undefined> {
  const head = Buffer.from(heads[kind], 'latin1')
  const parts = async function* () {
    yield head
    for (let left = size - head.length; left > 0; left -= partBytes) yield Buffer.alloc(Math.min(left, partBytes))
  }
  const brought = { operation: 'files.create', bytes: parts(), fields: async () => ({}) } as const
  const call = { workspace: service.workspace(), actor: { type: 'key', id: 'key_test' } } as const
  const answer = service.clients.upload('messaging', brought, call) as Promise<{ kind: string }>
  return answer.then(
    (file) => file.kind,
    (error: unknown) => faultOf(error)?.code,
  )
}

it.each(Object.entries(mediaRules))(
  'a file of the kind %s is taken up to its size and refused beyond',
  async (name, rule) => {
    const kind = name as keyof typeof mediaRules
    expect(await upload(kind, rule.bytesMax)).toBe(kind)
    // The limit of the largest kind equals the upload limit, which applies before the type is known.
    const code = rule.bytesMax === fileBytesMax ? 'request:too_large' : 'file:too_large'
    expect(await upload(kind, rule.bytesMax + 1)).toBe(code)
  },
)
