import { type EventData, newId } from '@posthorn/contracts'
import { faultOf, until, untilLocked } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { chatChangesOf, openChatByText } from '../chats/inbox.fixture.ts'
import { codeOf, useMessaging } from '../messaging.fixture.ts'

let lastPhone = 15_558_000_000
const { fixture, connected } = useMessaging()

const labels = () => fixture.service.clients.messaging.labels
const chats = () => fixture.service.clients.messaging.chats
const caller = () => fixture.service.as(connected.workspace)
const outsider = () => fixture.service.as(fixture.service.workspace())
const chatsWith = async (filter: object) => (await chats().list.query(filter, caller())).items
const fresh = () => openChatByText(fixture, connected, { phone: `+${(lastPhone += 1)}` })

describe('labels', () => {
  it('create and list give them by name in their own workspace only, page by page', async () => {
    const theirs = fixture.service.as(fixture.service.workspace())
    for (const name of ['cherry', 'Apple', 'banana']) await labels().create.mutate({ name }, theirs)
    const first = await labels().list.query({ size: 2 }, theirs)
    const second = await labels().list.query({ size: 2, cursor: first.next as string }, theirs)
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['Apple', 'banana', 'cherry'])
    expect(first.items[0]).toMatchObject({ color: '#8e8e93', description: null })
    expect((await labels().list.query({}, outsider())).items).toEqual([])
  })

  it('create refuses a name that differs in case only, a color that is none, a key that may not manage; a repeat is the same label', async () => {
    const once = fixture.service.as(connected.workspace, { idempotencyKey: 'label' })
    const made = await labels().create.mutate({ name: 'VIP', color: '#00ff00' }, once)
    expect(await labels().create.mutate({ name: 'VIP', color: '#00ff00' }, once)).toEqual(made)
    expect(await labels().get.query({ id: made.id }, caller())).toEqual(made)
    expect(await codeOf(labels().get.query({ id: made.id }, outsider()))).toBe('label:not_found')
    expect(await codeOf(labels().create.mutate({ name: 'vip' }, caller()))).toBe('label:duplicate')
    const fault = await labels()
      .create.mutate({ name: '', color: 'green' }, caller())
      .catch((err) => faultOf(err).errors.map(({ path }) => path))
    expect(new Set(fault as string[])).toEqual(new Set(['name', 'color']))
    const sender = fixture.service.as(connected.workspace, { scopes: ['send'] })
    expect(await codeOf(labels().create.mutate({ name: 'x' }, sender))).toBe('scope:missing')
  })

  it('update of a chat, add and removeFromChat change the labels of a chat, announced when something changed', async () => {
    const { id } = await fresh()
    const [a, b] = [
      await labels().create.mutate({ name: 'A', color: '#aaaaaa' }, caller()),
      await labels().create.mutate({ name: 'B', color: '#bbbbbb' }, caller()),
    ]
    const namesOf = (chat: { labels: { name: string }[] }) => chat.labels.map(({ name }) => name)
    expect(namesOf(await chats().update.mutate({ id, labels: [b.id, b.id] }, caller()))).toEqual(['B'])
    expect(namesOf(await labels().add.mutate({ id, labels: [a.id, b.id] }, caller()))).toEqual(['B', 'A'])
    expect(namesOf(await labels().add.mutate({ id, labels: [a.id] }, caller()))).toEqual(['B', 'A'])
    expect(namesOf(await labels().removeFromChat.mutate({ id, label: b.id }, caller()))).toEqual(['A'])
    expect(namesOf(await chats().update.mutate({ id, labels: [] }, caller()))).toEqual([])
    const named = await chats().update.mutate({ id, labels: [' b ', a.id, 'B'] }, caller())
    expect(namesOf(named)).toEqual(['B', 'A'])
    expect(await codeOf(labels().add.mutate({ id, labels: ['nothing'] }, caller()))).toBe('label:not_found')
    const both = { label: ['b'], assignee: ['none'] }
    expect((await chatsWith(both)).map((chat) => chat.id)).toEqual([id])
    expect(await chatsWith({ ...both, labelExclude: ['A'] })).toEqual([])
    expect(await chatsWith({ label: ['nothing'] })).toEqual([])
    expect(namesOf(await chats().update.mutate({ id, labels: [] }, caller()))).toEqual([])
    await until(() => chatChangesOf(fixture, id).length === 7)
    expect(chatChangesOf(fixture, id).map(({ change }) => change)).toEqual(['created', ...Array(6).fill('labeled')])
  })

  it('update of a chat, add and removeFromChat refuse labels and chats of others, naming the place, and more than 50', async () => {
    const { id } = await fresh()
    const foreign = await labels().create.mutate({ name: 'Theirs' }, outsider())
    const own = await labels().create.mutate({ name: 'Own' }, caller())
    const fault = faultOf(
      await labels()
        .add.mutate({ id, labels: [own.id, foreign.id] }, caller())
        .catch((err) => err),
    )
    expect([fault.code, fault.errors[0]?.path]).toEqual(['label:not_found', 'labels.1'])
    expect(await codeOf(labels().removeFromChat.mutate({ id, label: foreign.id }, caller()))).toBe('label:not_found')
    expect(await codeOf(chats().update.mutate({ id, labels: [newId('lbl')] }, caller()))).toBe('label:not_found')
    expect(await codeOf(chats().update.mutate({ id, labels: [] }, outsider()))).toBe('chat:not_found')
    const many = []
    for (let i = 0; i < 50; i++) many.push((await labels().create.mutate({ name: `Many ${i}` }, caller())).id)
    await chats().update.mutate({ id, labels: many }, caller())
    expect(await codeOf(labels().add.mutate({ id, labels: [own.id] }, caller()))).toBe('chat:too_many_labels')
  })

  it('update shows on the chats that have it, remove takes it off them; both refuse a foreign label', async () => {
    const { id } = await fresh()

    const [keep, change] = [
      await labels().create.mutate({ name: 'Keep' }, caller()),
      await labels().create.mutate({ name: 'Old', description: 'why' }, caller()),
    ]
    await chats().update.mutate({ id, labels: [change.id, keep.id] }, caller())
    const changed = await labels().update.mutate(
      { id: change.id, name: 'New', color: '#123456', description: null },
      caller(),
    )
    expect(changed).toMatchObject({ name: 'New', color: '#123456', description: null })
    const shown = async () => (await chats().get.query({ id }, caller())).labels
    expect(await shown()).toEqual([
      { id: change.id, name: 'New', color: '#123456' },
      { id: keep.id, name: 'Keep', color: keep.color },
    ])
    expect(await codeOf(labels().update.mutate({ id: change.id, name: 'KEEP' }, caller()))).toBe('label:duplicate')
    expect(await codeOf(labels().update.mutate({ id: change.id, name: 'x' }, outsider()))).toBe('label:not_found')
    expect(await codeOf(labels().remove.mutate({ id: change.id }, outsider()))).toBe('label:not_found')
    expect(await labels().remove.mutate({ id: change.id }, caller())).toEqual({ id: change.id, deleted: true })
    expect(await shown()).toEqual([{ id: keep.id, name: 'Keep', color: keep.color }])
    expect((await chats().list.query({ label: [change.id] }, caller())).items).toEqual([])
    expect(await codeOf(labels().remove.mutate({ id: change.id }, caller()))).toBe('label:not_found')
  })

  it('update keeps what another update changes at the same time, in the label and on its chats', async () => {
    const { rows } = fixture.service
    const { id } = await fresh()
    const label = await labels().create.mutate({ name: 'Before' }, caller())
    await chats().update.mutate({ id, labels: [label.id] }, caller())
    await rows('begin')
    await rows(`update label set name = 'After', name_key = 'after' where id = $1`, [label.id])
    const changing = labels().update.mutate({ id: label.id, color: '#123456' }, caller())
    await untilLocked({ rows })
    await rows('commit')
    const both = { id: label.id, name: 'After', color: '#123456' }
    expect(await changing).toMatchObject(both)
    expect((await chats().get.query({ id }, caller())).labels).toEqual([both])
  })

  it('remove also takes the label off a chat that gets it at the same time', async () => {
    const { rows } = fixture.service
    const { id } = await fresh()
    const label = await labels().create.mutate({ name: 'Passing' }, caller())
    await rows('begin')
    await rows('lock table chat_change in share mode')
    const adding = labels().add.mutate({ id, labels: [label.id] }, caller())
    await untilLocked({ rows })
    const removing = labels().remove.mutate({ id: label.id }, caller())
    await untilLocked({ rows }, 2)
    await rows('commit')
    expect((await adding).labels).toHaveLength(1)
    await removing
    expect(await chats().get.query({ id }, caller())).toMatchObject({ labels: [] })
  })

  it('update replaces an earlier change that still waits for the loop', async () => {
    const { rows } = fixture.service
    const { id } = await fresh()
    const label = await labels().create.mutate({ name: 'Earlier' }, caller())
    await chats().update.mutate({ id, labels: [label.id] }, caller())
    const shown = JSON.stringify({ id: label.id, name: 'Outdated', color: label.color })
    await rows('insert into chat_refresh (workspace_id, subject_id, shown) values ($1, $2, $3::jsonb)', [
      connected.workspace,
      label.id,
      shown,
    ])
    await labels().update.mutate({ id: label.id, name: 'Newest' }, caller())
    expect(await rows('select 1 from chat_refresh where subject_id = $1', [label.id])).toEqual([])
    expect(await chats().get.query({ id }, caller())).toMatchObject({ labels: [{ name: 'Newest' }] })
  })

  it('each chat that shows a changed label or has lost one is announced, many chats in steps', async () => {
    const label = await labels().create.mutate({ name: 'Everywhere' }, caller())
    const many = 1_100
    await fixture.service.rows(
      `insert into chat (workspace_id, id, number_id, recipient, last_message_at, label_ids, labels)
       select $1, 'chat_' || lpad(i::text, 26, '0'), $2, 'person ' || i, now(), array[$3], jsonb_build_array($4::jsonb)
       from generate_series(1, ${many}) as i`,
      [
        connected.workspace,
        connected.number,
        label.id,
        JSON.stringify({ id: label.id, name: label.name, color: label.color }),
      ],
    )
    const published = (change: string) =>
      fixture.service.bus.published.filter(({ event, data }) => {
        const chat = data as EventData<'chat:updated'>
        return event === 'chat:updated' && chat.change === change && chat.phone === null
      })
    await labels().update.mutate({ id: label.id, name: 'All over' }, caller())
    await until(() => published('renamed').length === many)
    expect(published('renamed')[0]?.data).toMatchObject({ labels: [{ name: 'All over' }], by: { id: 'key_test' } })
    await labels().remove.mutate({ id: label.id }, caller())
    await until(() => published('labeled').length === many)
    expect(await fixture.service.rows('select 1 from chat where label_ids && array[$1]', [label.id])).toEqual([])
    expect(await fixture.service.rows('select 1 from chat_refresh')).toEqual([])
  })
})

it('removeFromChat takes a deleted label off a chat that got it at the same time, once', async () => {
  const { id } = await fresh()
  const label = newId('lbl')
  const copy = JSON.stringify([{ id: label, name: 'Gone', color: '#111111' }])
  const give = 'update chat set label_ids = array[$2::text], labels = $3::jsonb where id = $1'
  await fixture.service.rows(give, [id, label, copy])
  expect(await labels().removeFromChat.mutate({ id, label }, caller())).toMatchObject({ id, labels: [] })
  expect(await codeOf(labels().removeFromChat.mutate({ id, label }, caller()))).toBe('label:not_found')
})
