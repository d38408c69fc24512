import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId, numberCredentialsPurpose } from '@posthorn/contracts'
import { cloudProvider, fileOf } from '@posthorn/provider'
import { busEvent, incomingMessage, until } from '@posthorn/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-media-'))
// Hooks run in reverse order, so the service that uses the folder stops first.
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { fixture, connected } = useMessaging({ FILES_DIR: folder })

const caller = () => fixture.service.as(connected.workspace)
const messaging = () => fixture.service.clients.messaging
let lastPhone = 15_557_000_000

/** A customer sends media that the provider has under this id. Resolves with the message once its media are settled. */
async function received(mediaId: string, filename = 'order.pdf', number = connected.number) {
  const phone = `+${(lastPhone += 1)}`
  const media = { kind: 'document', providerId: mediaId, mime: 'application/pdf', filename }
  const content = { type: 'document', media } as const
  const data = { number, type: 'document', content }
  await fixture.service.bus.publish(incomingMessage(connected.workspace, { phone }, data))
  return until(async () => {
    const [message] = (await messaging().messages.list.query({ phone }, caller())).items
    return (message?.media?.file || message?.media?.error) && message
  })
}

describe('received media', () => {
  it('become a file with the bytes and the name of the customer, who may not be the first with these bytes, and the message is announced', async () => {
    await using provider = Object.assign(cloudProvider({ name: 'simulator', baseUrl: fixture.simulator.url }), {
      async [Symbol.asyncDispose]() {
        await provider.close()
      },
    })
    const bytes = Buffer.from('%PDF-1.7 an order')
    const upload = await provider.uploadMedia(
      connected,
      fileOf(bytes, { mime: 'application/pdf', filename: 'order.pdf' }),
    )
    const message = await received(upload.outcome === 'uploaded' ? upload.mediaId : '')
    const id = message.media?.file ?? ''
    const { content, filename } = await messaging().files.download.query({ id }, caller())
    expect({ bytes: Buffer.from(content, 'base64'), filename }).toEqual({ bytes, filename: 'order.pdf' })
    const published = await until(() =>
      fixture.service.bus.published.find(
        ({ event, aggregate }) => event === 'message:updated' && aggregate.id === message.id,
      ),
    )
    expect(published.data).toMatchObject({ change: 'media', media: { file: id } })
    expect(await fixture.service.rows('select 1 from media_job')).toEqual([])
    const limited = (number: string) => fixture.service.as(connected.workspace, { numbers: [number as never] })
    expect((await messaging().files.list.query({}, limited(connected.number))).items.map((file) => file.id)).toEqual([
      id,
    ])
    expect((await messaging().files.list.query({}, limited(newId('num')))).items).toEqual([])
    await expect(messaging().files.download.query({ id }, limited(newId('num')))).rejects.toThrow('no such file')
    const another = await received(upload.outcome === 'uploaded' ? upload.mediaId : '', 'passport of Grace.pdf')
    const names = [message, another].map(async ({ media }) => [
      media?.filename,
      (await messaging().files.download.query({ id: media?.file ?? '' }, caller())).filename,
    ])
    expect(await Promise.all(names)).toEqual([
      ['order.pdf', 'order.pdf'],
      ['passport of Grace.pdf', 'passport of Grace.pdf'],
    ])
    await until(() => readdirSync(join(folder, connected.workspace)).length === 1)
  })

  it.each([
    ['a number’s token cannot read', 'EAAgone', /./],
    ['a number with unreadable credentials received', null, /set its access token again/],
  ])('that %s are read once it can; until then, the message shows the reason', async (_, faulty, reason) => {
    const { service, simulator } = fixture
    const own = await fixture.connectNumber({ workspace: connected.workspace })
    const { number, phoneNumberId, resource, workspace } = own
    const use = async (accessToken: string | null, version: number) => {
      const access = JSON.stringify({ phoneNumberId, accessToken })
      const ciphertext = service.vault.seal(access, accessToken ? numberCredentialsPurpose(number) : 'something else')
      const data = { number: resource, businessAccountId: null, ciphertext }
      const aggregate = { id: number, version }
      await service.bus.publish(busEvent({ event: 'number:credentials', workspace, data, aggregate } as never))
      const stored = () => service.rows('select 1 from known_number where id = $1 and version = $2', [number, version])
      await until(async () => (await stored()).length > 0)
    }
    const provider = cloudProvider({ name: 'simulator', baseUrl: simulator.url })
    const file = fileOf(Buffer.from(`%PDF-1.7 kept ${faulty}`), { mime: 'application/pdf', filename: 'kept.pdf' })
    const upload = await provider.uploadMedia(own, file)
    await provider.close()
    await use(faulty, 2)
    const { id, media } = await received(upload.outcome === 'uploaded' ? upload.mediaId : '', 'kept.pdf', number)
    expect(media).toMatchObject({ file: null, error: expect.stringMatching(reason) })
    await use(own.accessToken, 3)
    await service.rows('update media_job set run_at = now() where message_id = $1', [id])
    const shown = await until(async () => {
      const message = await messaging().messages.get.query({ id }, caller())
      return message.media?.file && message
    })
    expect(shown.media?.error).toBeNull()
  })

  it('that the provider no longer has are said to be missing, and the message stays', async () => {
    const message = await received('404')
    expect(message.media).toMatchObject({ providerId: '404', error: expect.any(String) })
    expect(message.media?.file).toBeNull()
  })
})
