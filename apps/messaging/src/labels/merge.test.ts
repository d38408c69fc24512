import { type EventData, newId } from '@posthorn/contracts'
import { faultOf, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { chatChangesOf, openChatByText } from '../chats/inbox.fixture.ts'
import { useMessaging } from '../messaging.fixture.ts'

let lastPhone = 15_558_700_000
const { fixture, connected } = useMessaging()

const api = () => fixture.service.clients.messaging
const caller = () => fixture.service.as(connected.workspace)
const outsider = () => fixture.service.as(fixture.service.workspace())
const label = (name: string, by = caller()) => api().labels.create.mutate({ name }, by)
const fresh = () => openChatByText(fixture, connected, { phone: `+${(lastPhone += 1)}` })
const merge = (from: { id: string }, into: { id: string }, by = caller()) =>
  api().labels.merge.mutate({ from: from.id, into: into.id } as never, by)
const shownOn = async (id: string) =>
  (await api().chats.get.query({ id } as never, caller())).labels.map(({ name }) => name)
const faultAt = async (call: Promise<unknown>) => {
  const { code, errors } = faultOf(await call.catch((err) => err))
  return [code, errors[0]?.path]
}

describe('labels.merge', () => {
  it('gives chats the other label in its place, once, announces each, and deletes the merged label', async () => {
    const [from, into, other] = [await label('Refund'), await label('Refunds'), await label('VIP')]
    const [one, both] = [await fresh(), await fresh()]
    await api().chats.update.mutate({ id: one.id, labels: [from.id, other.id] }, caller())
    await api().chats.update.mutate({ id: both.id, labels: [into.id, other.id, from.id] }, caller())
    expect(await merge(from, into)).toMatchObject({ id: into.id, name: 'Refunds' })
    expect([await shownOn(one.id), await shownOn(both.id)]).toEqual([
      ['Refunds', 'VIP'],
      ['Refunds', 'VIP'],
    ])
    const labeled = await api().chats.list.query({ label: [into.id] }, caller())
    expect(labeled.items.map(({ id }) => id).toSorted()).toEqual([one.id, both.id].toSorted())
    await until(() => [one, both].every(({ id }) => chatChangesOf(fixture, id).length === 3))
    for (const { id } of [one, both]) expect(chatChangesOf(fixture, id).at(-1)).toMatchObject({ change: 'labeled' })
    expect(await faultAt(api().labels.get.query({ id: from.id }, caller()))).toEqual(['label:not_found', undefined])
    expect((await label('Refund')).id).not.toBe(from.id)
  })

  it('changes the views and automations that name the label, and no others', async () => {
    const [from, into, other] = [await label('Late'), await label('Delayed'), await label('Lost')]
    const view = (name: string, filter: object) => api().views.create.mutate({ name, filter }, caller())
    const named = await view('Late ones', { label: [other.id, from.id, into.id], labelExclude: [from.id] })
    const unnamed = await view('Lost ones', { label: [other.id], unread: true })
    const automation = await api().automations.create.mutate(
      {
        name: 'Late again',
        trigger: 'message_received',
        conditions: { label: [from.id], words: ['late'] },
        actions: { labels: [into.id, from.id] },
      },
      caller(),
    )
    await merge(from, into)
    expect(await api().views.get.query({ id: named.id }, caller())).toMatchObject({
      filter: { label: [other.id, into.id], labelExclude: [into.id] },
      version: 2,
    })
    expect(await api().views.get.query({ id: unnamed.id }, caller())).toEqual(unnamed)
    expect(await api().automations.get.query({ id: automation.id }, caller())).toMatchObject({
      conditions: { label: [into.id], words: ['late'] },
      actions: { labels: [into.id] },
      version: 2,
    })
  })

  it('refuses unknown labels and those of other workspaces, naming the place, and a label with itself', async () => {
    const [own, theirs] = [await label('Ours'), await label('Theirs', outsider())]
    expect(await faultAt(merge(theirs, own))).toEqual(['label:not_found', 'from'])
    expect(await faultAt(merge(own, theirs))).toEqual(['label:not_found', 'into'])
    expect(await faultAt(merge(own, { id: newId('lbl') }))).toEqual(['label:not_found', 'into'])
    expect(await faultAt(merge(own, own))).toEqual(['request:invalid', 'from'])
    expect(await api().labels.get.query({ id: own.id }, caller())).toEqual(own)
  })

  it('reaches many chats in steps, and those still waiting follow further merges and a new name', async () => {
    const [first, second, last] = [await label('First'), await label('Second'), await label('Last')]
    const many = 1_100
    await fixture.service.rows(
      `insert into chat (workspace_id, id, number_id, recipient, last_message_at, label_ids, labels)
       select $1, 'chat_1' || lpad(i::text, 25, '0'), $2, 'merged ' || i, now(), array[$3], jsonb_build_array($4::jsonb)
       from generate_series(1, ${many}) as i`,
      [
        connected.workspace,
        connected.number,
        first.id,
        JSON.stringify({ id: first.id, name: first.name, color: first.color }),
      ],
    )
    await merge(first, second)
    await merge(second, last)
    await api().labels.update.mutate({ id: last.id, name: 'At last' }, caller())
    const copies = () =>
      fixture.service.rows<{ ids: string[]; name: string; count: number }>(
        `select label_ids as ids, labels->0->>'name' as name, count(*)::int as count from chat
         where recipient like 'merged %' group by 1, 2`,
      )
    await until(async () => {
      const found = await copies()
      return found.length === 1 && found[0]?.name === 'At last'
    })
    expect(await copies()).toEqual([{ ids: [last.id], name: 'At last', count: many }])
    await until(async () => (await fixture.service.rows('select 1 from chat_refresh')).length === 0)
    const announced = () =>
      fixture.service.bus.published.flatMap(({ event, data }) =>
        event === 'chat:updated' && (data as EventData<'chat:updated'>).labels.some(({ id }) => id === last.id)
          ? [(data as EventData<'chat:updated'>).id]
          : [],
      )
    // Events are published after their transactions commit.
    await until(() => new Set(announced()).size >= many, { describe: 'every chat to be announced' })
  })
})
