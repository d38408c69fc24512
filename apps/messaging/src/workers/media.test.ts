import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '@posthorn/contracts'
import { cloudProvider, fileOf } from '@posthorn/provider'
import { busEvent, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Line, type MessagingKit, startMessaging } from '../messaging.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-media-'))
let world: MessagingKit
let line: Line
beforeAll(async () => {
  world = await startMessaging({ FILES_DIR: folder })
  line = await world.connected()
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const mine = () => world.kit.as(line.workspace)
const messaging = () => world.kit.clients.messaging
let lastPhone = 15_557_000_000

/** A customer sends media that the provider has under this id; the message when its media is settled. */
async function received(mediaId: string) {
  const phone = `+${(lastPhone += 1)}`
  const media = { kind: 'document', providerId: mediaId, mime: 'application/pdf', filename: 'order.pdf' }
  const data = {
    number: line.number,
    providerId: `wamid.${newId('evt')}`,
    timestamp: new Date().toISOString(),
    from: { phone },
    type: 'document',
    content: { type: 'document', media },
    raw: {},
  }
  await world.kit.bus.publish(busEvent({ event: 'provider:message', workspace: line.workspace, data }))
  return until(async () => {
    const [message] = (await messaging().messages.list.query({ phone }, mine())).items
    return (message?.media?.file || message?.media?.error) && message
  })
}

describe('received media', () => {
  it('become a file with the bytes the customer sent, and the message that has it is announced', async () => {
    await using provider = Object.assign(cloudProvider({ name: 'simulator', baseUrl: world.simulator.url }), {
      async [Symbol.asyncDispose]() {
        await provider.close()
      },
    })
    const bytes = Buffer.from('%PDF-1.7 an order')
    const upload = await provider.uploadMedia(line, fileOf(bytes, { mime: 'application/pdf', filename: 'order.pdf' }))
    const message = await received(upload.ok ? upload.mediaId : '')
    const id = message.media?.file ?? ''
    const { content, filename } = await messaging().files.download.query({ id }, mine())
    expect({ bytes: Buffer.from(content, 'base64'), filename }).toEqual({ bytes, filename: 'order.pdf' })
    const told = await until(() =>
      world.kit.bus.published.find(
        ({ event, aggregate }) => event === 'message:updated' && aggregate.id === message.id,
      ),
    )
    expect(told.data).toMatchObject({ change: 'media', media: { file: id } })
    expect(await world.kit.rows('select 1 from media_job')).toEqual([])
  })

  it('that the provider no longer has are said to be missing, and the message stays', async () => {
    const message = await received('404')
    expect(message.media).toMatchObject({ providerId: '404', error: expect.any(String) })
    expect(message.media?.file).toBeUndefined()
  })
})
