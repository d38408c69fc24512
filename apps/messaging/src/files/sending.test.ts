import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '@posthorn/contracts'
import { faultOf, until } from '@posthorn/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { statusEvent, useMessaging } from '../messaging.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-sending-'))
// Hooks run in reverse order, so the service that uses the folder stops first.
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { fixture, connected } = useMessaging(
  { FILES_DIR: folder },
  {
    templates: (['image', 'document', 'video'] as const).map((format) => ({
      name: `parcel_${format}`,
      language: 'en',
      components: [
        { type: 'HEADER', format: format.toUpperCase() },
        { type: 'BODY', text: 'Your parcel' },
      ],
    })),
  },
)

const caller = () => fixture.service.as(connected.workspace)
const messages = () => fixture.service.clients.messaging.messages
const files = () => fixture.service.clients.messaging.files
let lastPhone = 15_556_000_000
const freshPhone = () => `+${(lastPhone += 1)}`
const make = (bytes: Buffer, filename: string) =>
  files().create.mutate({ content: bytes.toString('base64'), filename }, caller())
const uploadsOf = (file: string) =>
  fixture.service.rows('select media_id from file_upload u join file f using (workspace_id, place) where f.id = $1', [
    file,
  ])
const stateIs = (id: string, status: string) =>
  until(
    async () => {
      const m = await messages().get.query({ id }, caller())
      return m.status === status && m
    },
    { describe: `message to be ${status}` },
  )

describe('sending a file', () => {
  it('brings it to the provider once for a number, however often it is sent', async () => {
    const { id: file } = await make(Buffer.from('%PDF-1.7 bill'), 'bill.pdf')
    const first = await messages().send.mutate({ phone: freshPhone(), media: { file }, message: 'Your bill' }, caller())
    expect(await stateIs(first.id, 'sent')).toMatchObject({ type: 'document', media: { file, filename: 'bill.pdf' } })
    const second = await messages().send.mutate({ phone: freshPhone(), media: { file } }, caller())
    await stateIs(second.id, 'sent')
    expect(await uploadsOf(file)).toHaveLength(1)
  })

  it('brings bytes that several files share once', async () => {
    const [{ id: one }, { id: other }] = [
      await make(Buffer.from('%PDF-1.7 offer'), 'Offer for company A.pdf'),
      await make(Buffer.from('%PDF-1.7 offer'), 'Offer for company B.pdf'),
    ]
    for (const file of [one, other]) {
      const { id } = await messages().send.mutate({ phone: freshPhone(), media: { file } }, caller())
      const name = file === one ? 'Offer for company A.pdf' : 'Offer for company B.pdf'
      expect(await stateIs(id, 'sent')).toMatchObject({ media: { file, filename: name } })
    }
    expect(await uploadsOf(one)).toEqual(await uploadsOf(other))
    expect(await uploadsOf(one)).toHaveLength(1)
  })

  it.each([
    ['refused at once', '+15551131053'],
    ['accepted before', freshPhone()],
  ])('brings it again after the provider could not use it, for a message that was %s', async (_, phone) => {
    const { id: file } = await make(Buffer.from(`%PDF-1.7 broken for ${phone}`), 'bill.pdf')
    const { id } = await messages().send.mutate({ phone, media: { file } }, caller())
    if (phone !== '+15551131053') {
      const { providerId } = await stateIs(id, 'sent')
      const error = { code: 131_053, title: 'Media upload error', errorCode: 'provider:refused', retryable: false }
      const failed = statusEvent(connected, { providerId: String(providerId), status: 'failed' })
      await fixture.service.bus.publish({ ...failed, data: { ...failed.data, error } })
    }
    expect(await stateIs(id, 'failed')).toMatchObject({ error: { providerCode: 131_053 } })
    expect(await uploadsOf(file)).toEqual([])
  })

  it('fails if the bytes of the file are gone', async () => {
    const { id: file } = await make(Buffer.from('%PDF-1.7 lost'), 'lost.pdf')
    const [row] = await fixture.service.rows<{ place: string }>('select place from file where id = $1', [file])
    rmSync(join(folder, connected.workspace, row?.place ?? ''))
    const { id } = await messages().send.mutate({ phone: freshPhone(), media: { file } }, caller())
    const error = { errorCode: 'file:not_found', retryable: false }
    expect(await stateIs(id, 'failed')).toMatchObject({ error })
  })

  it('is refused for a file that does not exist, is of another workspace, or cannot be sent as that kind', async () => {
    const { id: file } = await make(Buffer.from('OggS OpusHead sound'), 'a.ogg')
    const other = await fixture.connectNumber()
    const send = (input: object, as = caller()) =>
      messages()
        .send.mutate({ phone: freshPhone(), ...input }, as)
        .then(
          () => undefined,
          (error: unknown) => faultOf(error),
        )
    expect(await send({ media: { file } }, fixture.service.as(other.workspace))).toMatchObject({
      code: 'file:not_found',
    })
    expect((await send({ media: { file, kind: 'image' } }))?.errors[0]?.path).toBe('media.kind')
    expect((await send({ media: { file }, message: 'words' }))?.errors[0]?.path).toBe('message')
    expect((await send({ media: {} }))?.errors[0]?.path).toBe('media.file')
    expect(await send({ media: { file, kind: 'voice' } })).toBeUndefined()
  })

  it('makes the file belong to the number, and to a caller limited to others it does not exist', async () => {
    const other = await fixture.connectNumber({ workspace: connected.workspace })
    const as = (number: string) => fixture.service.as(connected.workspace, { numbers: [number as never] })
    const mine = as(connected.number)
    const { id: file } = await make(Buffer.from('%PDF-1.7 catalog'), 'catalog.pdf')
    const send = (number: string, by = caller()) =>
      messages().send.mutate({ phone: freshPhone(), number: number as never, media: { file } }, by)
    const codeOf = (call: Promise<unknown>) =>
      call.then(
        () => undefined,
        (error: unknown) => faultOf(error).code,
      )
    const uses = (by: ReturnType<typeof as>, number: string) =>
      Promise.all(
        [
          files().get.query({ id: file }, by),
          files().download.query({ id: file }, by),
          send(number, by),
          files().update.mutate({ id: file, filename: 'x.pdf' }, by),
          files().remove.mutate({ id: file }, by),
        ].map(codeOf),
      )
    const unknown = Array.from({ length: 5 }, () => 'file:not_found')
    expect(await uses(mine, connected.number)).toEqual(unknown)
    await send(connected.number)
    expect(await uses(mine, connected.number)).toEqual([...Array(3), 'numbers:limited', 'numbers:limited'])
    expect(await uses(as(other.number), other.number)).toEqual(unknown)
    const scheduled = {
      phone: freshPhone(),
      number: other.number as never,
      message: 'x',
      deliverAt: new Date(Date.now() + 3_600_000).toISOString(),
    }
    const { id } = await messages().send.mutate(scheduled, caller())
    expect(await codeOf(messages().update.mutate({ id, media: { file } }, as(other.number)))).toBe('file:not_found')
    await messages().update.mutate({ id, media: { file } }, caller())
    expect((await files().get.query({ id: file }, as(other.number))).filename).toBe('catalog.pdf')
  })

  it('of a caller limited to numbers is their own, though others have the same bytes', async () => {
    const bytes = Buffer.from('%PDF-1.7 price list').toString('base64')
    const limited = [connected.number, newId('num')].map((number) =>
      fixture.service.as(connected.workspace, { numbers: [number as never] }),
    )
    const ids = []
    for (const [i, by] of [caller(), ...limited].entries()) {
      const made = await files().create.mutate({ content: bytes, filename: `${i}.pdf` }, by)
      expect(made).toMatchObject({ filename: `${i}.pdf` })
      ids.push(made.id)
    }
    for (const [i, by] of limited.entries()) {
      expect((await files().get.query({ id: ids[i + 1] ?? '' }, by)).id).toBe(ids[i + 1])
      expect((await files().remove.mutate({ id: ids[i + 1] ?? '' }, by)).deleted).toBe(true)
    }
    expect((await files().get.query({ id: ids[0] ?? '' }, caller())).filename).toBe('0.pdf')
  })

  it('outlives its time while a message waits to be sent with it, and no new message takes it', async () => {
    const { id: file } = await make(Buffer.from('waited for'), 'wait.txt')
    await fixture.service.clients.messaging.queues.pause.mutate({ id: connected.number }, caller())
    const message = await messages().send.mutate({ phone: freshPhone(), media: { file } }, caller())
    const { id: other } = await make(Buffer.from('not waited for'), 'other.txt')
    await fixture.service.rows(`update file set expires_at = now() - interval '1 hour' where id in ($1, $2)`, [
      file,
      other,
    ])
    await expect(messages().send.mutate({ phone: freshPhone(), media: { file } }, caller())).rejects.toThrow(
      'no such file',
    )
    await fixture.service.restart()
    await until(async () => (await fixture.service.rows('select 1 from file where id = $1', [other])).length === 0)
    await fixture.service.clients.messaging.queues.resume.mutate({ id: connected.number }, caller())
    expect(await stateIs(message.id, 'sent')).toMatchObject({ media: { file } })
  })

  it('fills the header of a template, even outside the window, and only as what it is', async () => {
    const { id: file } = await make(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 2]), 'parcel.jpg')
    const filled = (type: 'image' | 'document' | 'video') => ({
      phone: freshPhone(),
      template: {
        name: `parcel_${type}`,
        language: 'en',
        components: [{ type: 'header' as const, parameters: [{ type, file }] }],
      },
    })
    const message = await messages().send.mutate(filled('image'), caller())
    expect(message.template?.components?.[0]?.parameters).toEqual([{ type: 'image', file }])
    expect(message).not.toHaveProperty('templateMedia')
    await stateIs(message.id, 'sent')
    expect(await uploadsOf(file)).toHaveLength(1)
    await fixture.service.rows(`update chat set window_closes_at = now() - interval '1 hour' where id = $1`, [
      message.chat,
    ])
    const { phone: _, ...again } = filled('document')
    const later = await messages().send.mutate({ chat: message.chat, ...again }, caller())
    await stateIs(later.id, 'sent')
    const refusal = await messages()
      .send.mutate(filled('video'), caller())
      .catch((error: unknown) => faultOf(error))
    expect(refusal).toMatchObject({ errors: [{ path: 'template.components.0.parameters.0.type' }] })
  })

  it('is above buttons when it is an image, video or document, brought to the provider before', async () => {
    const { id: file } = await make(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1]), 'tea.jpg')
    const buttons = [{ text: 'Tea' }, { text: 'Coffee' }]
    const body = { phone: freshPhone(), message: 'Which one?', buttons }
    const made = await messages().send.mutate({ ...body, header: { media: { file } } }, caller())
    expect(made).toMatchObject({ type: 'buttons', header: { media: { kind: 'image', file, filename: 'tea.jpg' } } })
    await stateIs(made.id, 'sent')
    expect(await uploadsOf(file)).toHaveLength(1)
    const { id: sound } = await make(Buffer.from('OggS OpusHead above'), 'a.ogg')
    const refusal = async (header: object, as = caller()) =>
      faultOf(
        await messages()
          .send.mutate({ ...body, header: header as never }, as)
          .catch((error: unknown) => error),
      )
    expect((await refusal({ media: { file: sound } })).errors[0]?.path).toBe('header.media.kind')
    const other = await fixture.connectNumber()
    expect(await refusal({ media: { file } }, fixture.service.as(other.workspace))).toMatchObject({
      code: 'file:not_found',
    })
  })

  it('fails visibly when the file was deleted before it left', async () => {
    const { id: file } = await make(Buffer.from('gone soon'), 'gone.txt')
    await fixture.service.clients.messaging.queues.pause.mutate({ id: connected.number }, caller())
    const message = await messages().send.mutate({ phone: freshPhone(), media: { file } }, caller())
    await files().remove.mutate({ id: file }, caller())
    await fixture.service.clients.messaging.queues.resume.mutate({ id: connected.number }, caller())
    expect((await stateIs(message.id, 'failed')).error?.errorCode).toBe('file:not_found')
  })

  it('makes no call when its lease was lost during the upload: another process may make it', async () => {
    const { id: file } = await make(Buffer.from('slowly uploaded'), 'slow.txt')
    const phone = freshPhone()
    await fixture.service.rows(`create function take_lease() returns trigger language plpgsql as $$ begin
      update send_job set lease_token = gen_random_uuid() where status = 'calling'; return new; end $$`)
    await fixture.service.rows(
      'create trigger take_lease after insert on file_upload for each row execute function take_lease()',
    )
    try {
      const lost = async () => {
        const metrics = await (await fetch(new URL('/metrics', fixture.service.service.url))).text()
        return Number(/^lease_lost_total(?:\{[^}]*\})? (\d+)$/m.exec(metrics)?.[1] ?? 0)
      }
      const before = await lost()
      await messages().send.mutate({ phone, media: { file } }, caller())
      await until(async () => (await lost()) > before, { describe: 'the lease to be lost' })
      expect((await fixture.calls(connected)).filter(({ to }) => to === phone)).toEqual([])
    } finally {
      await fixture.service.rows('drop trigger take_lease on file_upload')
      await fixture.service.rows('drop function take_lease')
    }
  })
})
