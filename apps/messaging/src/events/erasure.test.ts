import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { idFloor, newId } from '@posthorn/contracts'
import { cloudProvider, fileOf } from '@posthorn/provider'
import { busEvent, requestErasure, textOfRows, until } from '@posthorn/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { incomingText, openChatByText } from '../chats/inbox.fixture.ts'
import { useMessaging } from '../messaging.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-erase-'))
// Hooks run in reverse order, so the service that uses the folder stops first.
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { fixture, connected } = useMessaging(
  { FILES_DIR: folder },
  {
    templates: [
      {
        name: 'parcel',
        language: 'en',
        components: [
          { type: 'HEADER', format: 'DOCUMENT' },
          { type: 'BODY', text: 'Your parcel' },
        ],
      },
    ],
  },
)

const caller = () => fixture.service.as(connected.workspace)
const messaging = () => fixture.service.clients.messaging
const later = () => new Date(Date.now() + 3_600_000).toISOString()
const chatsOf = async (phone: string) => (await messaging().chats.list.query({ phone }, caller())).items

async function holding(texts: RegExp): Promise<string[]> {
  const tables = await fixture.service.rows<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'messaging'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    if (texts.test(textOfRows(await fixture.service.rows(`select * from ${name}`)))) found.push(name)
  }
  return found
}

async function sendDocument(phone: string, text: string, filename = 'order.pdf'): Promise<void> {
  await using provider = Object.assign(cloudProvider({ name: 'simulator', baseUrl: fixture.simulator.url }), {
    async [Symbol.asyncDispose]() {
      await provider.close()
    },
  })
  const bytes = Buffer.from(`%PDF-1.7 ${text}`)
  const upload = await provider.uploadMedia(connected, fileOf(bytes, { mime: 'application/pdf', filename }))
  const mediaId = upload.outcome === 'uploaded' ? upload.mediaId : ''
  const event = incomingText(connected, phone, text)
  const media = { kind: 'document', providerId: mediaId, mime: 'application/pdf', filename }
  const content = { type: 'document', media }
  await fixture.service.bus.publish(busEvent({ ...event, data: { ...event.data, type: 'document', content } }))
  const shown = async () => (await messaging().messages.list.query({ phone, direction: 'in' }, caller())).items
  await until(async () => (await shown()).some((message) => message.media?.file && message.message === text))
}

describe('a person who is being erased', () => {
  it('is named by no table: texts, media, notes, jobs and announced events go, messages stay as bare rows', async () => {
    const phone = '+491511234567'
    const published = incomingText(connected, phone, 'my secret wish')
    await fixture.service.bus.publish({
      ...published,
      data: { ...published.data, from: { phone, name: 'Ada Lovelace' } },
    })
    const chat = await until(async () => (await chatsOf(phone))[0])
    await sendDocument(phone, 'my secret wish in writing')
    await messaging().notes.create.mutate({ id: chat.id, message: 'Ada likes roses' }, caller())
    const sent = await messaging().messages.send.mutate({ phone, message: 'Dear Ada', reference: 'Ada' }, caller())
    await until(async () => (await messaging().messages.get.query({ id: sent.id }, caller())).status === 'sent')
    const waiting = await messaging().messages.send.mutate({ phone, message: 'Ada!', deliverAt: later() }, caller())
    const other = await openChatByText(fixture, connected, { phone: '+4915112345671', text: 'Nobody else' })
    const failure = { errorCode: 'provider:refused', message: 'Ada blocks you', retryable: false }
    await fixture.service.rows('update message set history = $1 where id = $2', [
      JSON.stringify([{ statusAt: {}, error: failure }]),
      sent.id,
    ])
    const digits = /[^0-9]491511234567[^0-9]|Ada[^\w/+]|secret/
    expect(await holding(digits)).toContain('chat')
    expect(readdirSync(join(folder, connected.workspace))).toHaveLength(1)

    await requestErasure(fixture.service, 'messaging', { workspace: connected.workspace, phones: [phone] })

    expect(await holding(digits)).toEqual([])
    await until(() => readdirSync(join(folder, connected.workspace)).length === 0)
    expect((await messaging().chats.get.query({ id: other.id }, caller())).lastMessage?.message).toBe('Nobody else')
    const bare = await messaging().messages.get.query({ id: sent.id }, caller())
    expect(bare).toMatchObject({ type: 'text', status: 'sent' })
    expect(bare).toHaveProperty('phone', null)
    expect((await messaging().messages.get.query({ id: waiting.id }, caller())).status).toBe('canceled')
    const announced = fixture.service.bus.published.findLast(({ aggregate }) => aggregate.id === chat.id)
    const { version } = announced?.aggregate ?? {}
    expect(announced?.data).toMatchObject({ change: 'deleted', phone: null, name: null, lastMessage: null, version })
  })

  it('gets no broadcast that was posted before, even if its message is accepted only after the request', async () => {
    const phone = '+491511234570'
    const [before, after] = [idFloor('pst', Date.now() - 60_000), idFloor('pst', Date.now() + 60_000)]
    const [old, newer] = await Promise.all(
      [before, after].map(async (post) => {
        const { id } = await messaging().messages.send.mutate({ phone, message: 'Sale', deliverAt: later() }, caller())
        const accepted = `update message set reference = $2, created_at = now() + interval '1 minute' where id = $1`
        await fixture.service.rows(accepted, [id, post])
        return { id }
      }),
    )
    await requestErasure(fixture.service, 'messaging', { workspace: connected.workspace, phones: [phone] })
    const statusOf = async (id = '') => (await messaging().messages.get.query({ id }, caller())).status
    expect([await statusOf(old?.id), await statusOf(newer?.id)]).toEqual(['canceled', 'scheduled'])
  })

  it('leaves files that others were sent, be it as media, above buttons or in a template', async () => {
    const [phone, other] = ['+491511234568', '+4915112345672']
    const words = ['alone', 'as media', 'above buttons', 'in a template']
    for (const text of words) await sendDocument(phone, text)
    const { items } = await messaging().messages.list.query({ phone, direction: 'in', sort: 'createdAt:asc' }, caller())
    const [alone = '', media = '', above = '', filling = ''] = items.map((message) => message.media?.file ?? '')
    const send = (content: object) => messaging().messages.send.mutate({ phone: other, ...content }, caller())
    await send({ media: { file: media } })
    await send({ message: 'Yes?', buttons: [{ text: 'Yes' }], header: { media: { file: above } } })
    const components = [{ type: 'header', parameters: [{ type: 'document', file: filling }] }]
    await send({ template: { name: 'parcel', language: 'en', components } })

    await requestErasure(fixture.service, 'messaging', { workspace: connected.workspace, phones: [phone] })

    for (const id of [media, above, filling])
      expect(await messaging().files.get.query({ id }, caller())).toMatchObject({ id, filename: `${id}.pdf` })
    await expect(messaging().files.get.query({ id: alone }, caller())).rejects.toThrow('no such file')
  })

  it('is in the name of no file, sent or received, wherever it is shown, and files of others keep theirs', async () => {
    const [phone, other] = ['+491511234569', '+4915112345673']
    const make = async (filename: string) =>
      (await messaging().files.create.mutate({ content: btoa(`%PDF-1.7 ${filename}`), filename }, caller())).id
    const toBoth = await make('catalog.pdf')
    const sent = await make('contract of Hopper.pdf')
    const above = await make('offer for Hopper.pdf')
    const filling = await make('bill of Hopper.pdf')
    const send = (to: string, content: object) => messaging().messages.send.mutate({ phone: to, ...content }, caller())
    const buttons = { message: 'Yes?', buttons: [{ text: 'Yes' }] }
    const templateWith = (parameter: object) => ({
      template: {
        name: 'parcel',
        language: 'en',
        components: [{ type: 'header', parameters: [{ type: 'document', ...parameter }] }],
      },
    })
    await send(phone, { media: { file: toBoth, filename: 'catalog for Hopper.pdf' } })
    await send(phone, { media: { file: sent } })
    await send(phone, { ...buttons, header: { media: { file: above } } })
    await send(phone, templateWith({ file: filling }))
    await send(other, { media: { file: toBoth } })
    await sendDocument(phone, 'same bytes', 'passport of Hopper.pdf')
    await sendDocument(other, 'same bytes', 'passport of Lovelace.pdf')
    const { items } = await messaging().messages.list.query({ phone, direction: 'in' }, caller())
    const file = items[0]?.media?.file ?? ''
    const forwarded = [
      await send(other, { media: { file } }),
      await send(other, { media: { file, filename: 'see here.pdf' } }),
      await send(other, { ...buttons, header: { media: { file } } }),
      await send(other, templateWith({ file, filename: 'passport of Hopper.pdf' })),
    ]
    expect(await holding(/Hopper/)).toEqual(expect.arrayContaining(['file']))

    await requestErasure(fixture.service, 'messaging', { workspace: connected.workspace, phones: [phone] })

    expect(await holding(/Hopper/)).toEqual([])
    const shown = async ({ id }: { id: string }) =>
      /"filename":"([^"]*)"/.exec(JSON.stringify(await messaging().messages.get.query({ id }, caller())))?.[1]
    expect(await Promise.all(forwarded.map(shown))).toEqual([
      `${file}.pdf`,
      'see here.pdf',
      `${file}.pdf`,
      `${file}.pdf`,
    ])
    const nameOf = async (id: string) => (await messaging().files.get.query({ id }, caller())).filename
    expect(await Promise.all([toBoth, file].map(nameOf))).toEqual(['catalog.pdf', `${file}.pdf`])
    for (const id of [sent, above, filling]) await expect(nameOf(id)).rejects.toThrow('no such file')
    const theirs = (await messaging().messages.list.query({ phone: other, direction: 'in' }, caller())).items
    expect(theirs.map(({ media }) => media?.filename)).toEqual(['passport of Lovelace.pdf'])
    expect(await nameOf(theirs[0]?.media?.file ?? '')).toBe('passport of Lovelace.pdf')
  })

  it('takes along the bytes that only they were sent, and leaves those that another file or message has', async () => {
    const [phone, other] = ['+491511234570', '+4915112345674']
    const make = async (text: string) =>
      messaging().files.create.mutate({ content: btoa(`%PDF-1.7 ${text}`) }, caller())
    const files = { alone: await make('alone'), twin: await make('twice'), later: await make('later') }
    const copy = await make('twice')
    const send = (to: string, file: string, more = {}) =>
      messaging().messages.send.mutate({ phone: to, media: { file }, ...more }, caller())
    for (const { id } of Object.values(files)) await send(phone, id)
    await send(other, files.later.id, { deliverAt: later() })
    const places = () => readdirSync(join(folder, connected.workspace))
    expect(places()).toEqual(expect.arrayContaining(Object.values(files).map(({ id }) => id)))

    await requestErasure(fixture.service, 'messaging', { workspace: connected.workspace, phones: [phone] })

    const due = () => fixture.service.rows('select 1 from orphaned_blob where due_at <= now()')
    await until(async () => (await due()).length === 0)
    expect(places()).not.toContain(files.alone.id)
    expect(places()).toEqual(expect.arrayContaining([files.twin.id, files.later.id]))
    const shown = async ({ id }: { id: string }) =>
      messaging()
        .files.get.query({ id }, caller())
        .then(
          () => true,
          () => false,
        )
    expect(await Promise.all([files.alone, files.twin, files.later, copy].map(shown))).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('is waited for while the provider is called for them', async () => {
    const phone = '+15557100002'
    const { chat } = await messaging().messages.send.mutate({ phone, message: 'x', deliverAt: later() }, caller())
    const on = (status: string) =>
      fixture.service.rows(
        `update send_job set status = $1, lease_until = now() + interval '1 hour' where chat_id = $2`,
        [status, chat],
      )
    await on('calling')
    const erasing = requestErasure(fixture.service, 'messaging', { workspace: connected.workspace, phones: [phone] })
    const postponed = () => fixture.service.rows('select 1 from erasure_job where run_at > now() and not reported')
    await until(async () => (await postponed()).length === 1)
    expect((await messaging().chats.get.query({ id: chat }, caller())).phone).toBe(phone)
    await on('waiting')
    await erasing
    expect(await chatsOf(phone)).toEqual([])
  })

  it('whom a chat was opened with since keeps that chat and its labels, even if it has no message', async () => {
    const phone = '+15557100004'
    await messaging().labels.create.mutate({ name: 'New' }, caller())
    const { id } = await messaging().chats.create.mutate({ phone, labels: ['New'] }, caller())
    await fixture.service.rows(`update chat set created_at = now() + interval '1 minute' where id = $1`, [id])
    await requestErasure(fixture.service, 'messaging', { workspace: connected.workspace, phones: [phone] })
    const kept = await messaging().chats.get.query({ id }, caller())
    expect(kept).toMatchObject({ phone, labels: [{ name: 'New' }] })
  })

  it('is not kept by a chat that a message from before the request opened since', async () => {
    const phone = '+15557100005'
    const { id } = await openChatByText(fixture, connected, { phone, text: 'before' })
    await fixture.service.rows(`update chat set created_at = now() + interval '1 minute' where id = $1`, [id])
    await requestErasure(fixture.service, 'messaging', { workspace: connected.workspace, phones: [phone] })
    expect(await chatsOf(phone)).toEqual([])
  })

  it('who has written since keeps the chat with what is newer, without the old name and labels', async () => {
    const phone = '+15557100003'
    const old = incomingText(connected, phone, 'before')
    const { id } = await openChatByText(fixture, connected, { phone, text: 'after' })
    const past = new Date(Date.now() - 60_000).toISOString()
    await fixture.service.bus.publish({
      ...old,
      data: { ...old.data, timestamp: past, from: { phone, name: 'Ada Lovelace' } },
    })
    const texts = async () =>
      (await messaging().messages.list.query({ chat: id }, caller())).items.map(({ message }) => message)
    await until(async () => (await texts()).length === 2)
    const future = new Date(Date.now() + 60_000).toISOString()
    await fixture.service.rows(
      `update message set status_at = jsonb_build_object('received', $1::text) where chat_id = $2 and body = 'after'`,
      [future, id],
    )
    await messaging().labels.create.mutate({ name: 'VIP' }, caller())
    const { contact } = await messaging().chats.update.mutate({ id, labels: ['VIP'] }, caller())
    await fixture.service.rows(
      `update chat set name = 'Ada Lovelace', rating = jsonb_build_object('score', 4, 'at', $2::text),
         last_message = last_message || '{"id": "msg_gone", "message": "Ada says bye"}' where id = $1`,
      [id, past],
    )
    await fixture.service.rows(
      `insert into chat_change (workspace_id, id, chat_id, change, detail, created_at)
       values ($1, 'change', $2, 'assigned', '{"assignee": {"name": "Ada"}}', $3)`,
      [connected.workspace, id, past],
    )
    await requestErasure(fixture.service, 'messaging', {
      workspace: connected.workspace,
      contact: contact as `con_${string}`,
      phones: [phone],
      userIds: [newId('evt')],
    })
    expect(await texts()).toEqual(['after'])
    const kept = { name: null, contact: null, labels: [], rating: null, lastMessage: null }
    expect(await messaging().chats.get.query({ id }, caller())).toMatchObject(kept)
    expect(await holding(/Ada[^\w/+]/)).toEqual([])
    expect(fixture.service.bus.published.findLast(({ aggregate }) => aggregate.id === id)?.data).toMatchObject(kept)
  })
})
