import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultOf, until } from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Line, type MessagingKit, startMessaging } from '../messaging.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-sending-'))
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
const messages = () => world.kit.clients.messaging.messages
const files = () => world.kit.clients.messaging.files
let lastPhone = 15_556_000_000
const freshPhone = () => `+${(lastPhone += 1)}`
const make = (bytes: Buffer, filename: string) =>
  files().create.mutate({ content: bytes.toString('base64'), filename }, mine())
const stateIs = (id: string, status: string) =>
  until(
    async () => {
      const m = await messages().get.query({ id }, mine())
      return m.status === status && m
    },
    { describe: `message to be ${status}` },
  )

describe('sending a file', () => {
  it('brings it to the provider once for a number, however often it is sent', async () => {
    const { id: file } = await make(Buffer.from('%PDF-1.7 bill'), 'bill.pdf')
    const first = await messages().send.mutate({ phone: freshPhone(), media: { file }, message: 'Your bill' }, mine())
    expect(await stateIs(first.id, 'sent')).toMatchObject({ type: 'document', media: { file, filename: 'bill.pdf' } })
    const second = await messages().send.mutate({ phone: freshPhone(), media: { file } }, mine())
    await stateIs(second.id, 'sent')
    expect(await world.kit.rows('select 1 from file_upload where file_id = $1', [file])).toHaveLength(1)
  })

  it('is refused for a file that does not exist, is of another workspace, or cannot be sent as that kind', async () => {
    const { id: file } = await make(Buffer.from('OggS sound'), 'a.ogg')
    const other = await world.connected()
    const send = (input: object, as = mine()) =>
      messages()
        .send.mutate({ phone: freshPhone(), ...input }, as)
        .then(
          () => undefined,
          (error: unknown) => faultOf(error),
        )
    expect(await send({ media: { file } }, world.kit.as(other.workspace))).toMatchObject({ code: 'file:not_found' })
    expect((await send({ media: { file, kind: 'image' } }))?.errors[0]?.path).toBe('media.kind')
    expect((await send({ media: { file }, message: 'words' }))?.errors[0]?.path).toBe('message')
    expect((await send({ media: {} }))?.errors[0]?.path).toBe('media.file')
    expect(await send({ media: { file, kind: 'voice' } })).toBeUndefined()
  })

  it('outlives its time while a message waits to be sent with it, and no new message takes it', async () => {
    const { id: file } = await make(Buffer.from('waited for'), 'wait.txt')
    await world.kit.clients.messaging.queues.update.mutate({ id: line.number, state: 'paused' }, mine())
    const message = await messages().send.mutate({ phone: freshPhone(), media: { file } }, mine())
    const { id: other } = await make(Buffer.from('not waited for'), 'other.txt')
    await world.kit.rows(`update file set expires_at = now() - interval '1 hour' where id in ($1, $2)`, [file, other])
    await expect(messages().send.mutate({ phone: freshPhone(), media: { file } }, mine())).rejects.toThrow(
      'no such file',
    )
    await world.kit.restart()
    await until(async () => (await world.kit.rows('select 1 from file where id = $1', [other])).length === 0)
    await world.kit.clients.messaging.queues.update.mutate({ id: line.number, state: 'active' }, mine())
    expect(await stateIs(message.id, 'sent')).toMatchObject({ media: { file } })
  })

  it('fills the header of a template, even outside the window, and only as what it is', async () => {
    const { id: file } = await make(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 2]), 'parcel.jpg')
    const filled = (type: 'image' | 'document' | 'video') => ({
      phone: freshPhone(),
      template: {
        name: 'parcel',
        language: 'en',
        components: [{ type: 'header' as const, parameters: [{ type, file }] }],
      },
    })
    const message = await messages().send.mutate(filled('image'), mine())
    expect(message.template?.components?.[0]?.parameters).toEqual([{ type: 'image', file }])
    expect(message).not.toHaveProperty('templateMedia')
    await stateIs(message.id, 'sent')
    expect(await world.kit.rows('select 1 from file_upload where file_id = $1', [file])).toHaveLength(1)
    await world.kit.rows(`update chat set window_closes_at = now() - interval '1 hour' where id = $1`, [message.chat])
    const { phone: _, ...again } = filled('document')
    const later = await messages().send.mutate({ chat: message.chat, ...again }, mine())
    await stateIs(later.id, 'sent')
    const refusal = await messages()
      .send.mutate(filled('video'), mine())
      .catch((error: unknown) => faultOf(error))
    expect(refusal).toMatchObject({ errors: [{ path: 'template.components.0.parameters.0.type' }] })
  })

  it('stands above buttons when it is an image, video or document, brought to the provider before', async () => {
    const { id: file } = await make(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1]), 'tea.jpg')
    const buttons = [{ text: 'Tea' }, { text: 'Coffee' }]
    const body = { phone: freshPhone(), message: 'Which one?', buttons }
    const made = await messages().send.mutate({ ...body, header: { media: { file } } }, mine())
    expect(made).toMatchObject({ type: 'buttons', header: { media: { kind: 'image', file, filename: 'tea.jpg' } } })
    await stateIs(made.id, 'sent')
    expect(await world.kit.rows('select 1 from file_upload where file_id = $1', [file])).toHaveLength(1)
    const { id: sound } = await make(Buffer.from('OggS above'), 'a.ogg')
    const refusal = async (header: object, as = mine()) =>
      faultOf(
        await messages()
          .send.mutate({ ...body, header: header as never }, as)
          .catch((error: unknown) => error),
      )
    expect((await refusal({ media: { file: sound } })).errors[0]?.path).toBe('header.media.kind')
    const other = await world.connected()
    expect(await refusal({ media: { file } }, world.kit.as(other.workspace))).toMatchObject({ code: 'file:not_found' })
  })

  it('fails visibly when the file was deleted before it left', async () => {
    const { id: file } = await make(Buffer.from('gone soon'), 'gone.txt')
    await world.kit.clients.messaging.queues.update.mutate({ id: line.number, state: 'paused' }, mine())
    const message = await messages().send.mutate({ phone: freshPhone(), media: { file } }, mine())
    await files().remove.mutate({ id: file }, mine())
    await world.kit.clients.messaging.queues.update.mutate({ id: line.number, state: 'active' }, mine())
    expect((await stateIs(message.id, 'failed')).error?.errorCode).toBe('file:not_found')
  })
})
