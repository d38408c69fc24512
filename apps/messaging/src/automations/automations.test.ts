import { newId } from '@posthorn/contracts'
import { faultOf } from '@posthorn/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { useMessaging } from '../messaging.fixture.ts'
import { openAutomatedDesk } from './desk.fixture.ts'

const { fixture } = useMessaging()

let desk: Awaited<ReturnType<typeof openAutomatedDesk>>
const automations = () => desk.api.automations

beforeAll(async () => {
  desk = await openAutomatedDesk(fixture)
})

const faultsIn = (call: Promise<unknown>) =>
  call.then(
    () => ['no fault'],
    (err) => [faultOf(err).code, ...faultOf(err).errors.map(({ path }) => path)],
  )

const reply = { message: 'We are back at 9.', pauseHours: 12 }
const trigger = 'message_received' as const

describe('automations', () => {
  it('are created, listed in the order in which they run, changed and deleted', async () => {
    const away = { name: 'Away', trigger, conditions: { hours: 'closed' as const }, actions: { reply } }
    const first = await automations().create.mutate(away, desk.caller)
    expect(first).toMatchObject({ ...away, enabled: true, by: { type: 'key', id: 'key_test' }, version: 1 })
    const second = await automations().create.mutate({ ...away, name: 'A later one', enabled: false }, desk.caller)
    const page = await automations().list.query({ size: 1 }, desk.caller)
    const rest = await automations().list.query({ size: 1, cursor: page.next as string }, desk.caller)
    expect([...page.items, ...rest.items]).toEqual([first, second])
    expect(await automations().get.query({ id: first.id }, desk.caller)).toEqual(first)
    const changed = await automations().update.mutate({ id: first.id, enabled: false, conditions: {} }, desk.caller)
    expect(changed).toMatchObject({ name: 'Away', enabled: false, conditions: {}, actions: { reply }, version: 2 })
    expect(await automations().remove.mutate({ id: first.id }, desk.caller)).toEqual({ id: first.id, deleted: true })
    const { items } = await automations().list.query({}, desk.caller)
    expect(items).toEqual([second])
    for (const call of [
      () => automations().get.query({ id: first.id }, desk.caller),
      () => automations().update.mutate({ id: first.id }, desk.caller),
      () => automations().remove.mutate({ id: first.id }, desk.caller),
      () => automations().runs.query({ id: first.id }, desk.caller),
      () => automations().tryOut.mutate({ id: first.id }, desk.caller),
    ])
      expect(await faultsIn(call())).toEqual(['automation:not_found'])
  })

  it('keep labels by id, whatever the labels are named later', async () => {
    const label = await desk.api.labels.create.mutate({ name: 'Night', color: '#2f80ed' }, desk.caller)
    const conditions = { labelExclude: ['NIGHT'] }
    const made = await desk.automate({ trigger, conditions, actions: { labels: ['night'] } })
    expect(made).toMatchObject({ conditions: { labelExclude: [label.id] }, actions: { labels: [label.id] } })
  })

  it('are refused with the field of what is unknown, taken or missing', async () => {
    const make = (given: object) =>
      faultsIn(automations().create.mutate({ name: newId('atm'), trigger, ...given } as never, desk.caller))
    await desk.automate({ name: 'Taken', trigger, actions: { reply } })
    expect(await make({ name: 'tAKEN', actions: { reply } })).toEqual(['automation:duplicate', 'name'])
    expect(await make({ actions: {} })).toEqual(['request:invalid', 'actions'])
    expect(await make({ actions: { assign: {} } })).toEqual(['request:invalid', 'actions.assign.member'])
    const both = { member: newId('mem'), department: newId('dep') }
    expect(await make({ actions: { assign: both } })).toEqual(['request:invalid', 'actions.assign.department'])
    expect(await make({ actions: { reply: { message: '' } } })).toEqual(['request:invalid', 'actions.reply.message'])
    expect(await make({ actions: { assign: { member: both.member } } })).toEqual([
      'member:not_found',
      'actions.assign.member',
    ])
    expect(await make({ actions: { assign: { department: both.department } } })).toEqual([
      'department:not_found',
      'actions.assign.department',
    ])
    expect(await make({ actions: { reply, labels: ['none'] } })).toEqual(['label:not_found', 'actions.labels.0'])
    const conditions = { number: [desk.connected.number, newId('num')] }
    expect(await make({ conditions, actions: { reply } })).toEqual(['number:not_found', 'conditions.number.1'])
    expect(await make({ conditions: { label: ['none'] }, actions: { reply } })).toEqual([
      'label:not_found',
      'conditions.label.0',
    ])
    expect(await make({ conditions: { words: ['?!'] }, actions: { reply } })).toEqual([
      'request:invalid',
      'conditions.words.0',
    ])
  })

  it('are still changed after their label was deleted, but take no other label that does not exist', async () => {
    const { labels } = desk.api
    const { id: gone } = await labels.create.mutate({ name: 'Gone' }, desk.caller)
    const named = { conditions: { labelExclude: [gone] }, actions: { labels: [gone], reply } }
    const { id } = await desk.automate({ trigger, ...named })
    await labels.remove.mutate({ id: gone }, desk.caller)
    expect(await automations().update.mutate({ id, ...named }, desk.caller)).toMatchObject(named)
    const conditions = { labelExclude: [gone, newId('lbl')] }
    expect(await faultsIn(automations().update.mutate({ id, conditions }, desk.caller))).toEqual([
      'label:not_found',
      'conditions.labelExclude.1',
    ])
  })

  it('of another workspace do not exist, and a key that may not manage cannot change them', async () => {
    const { id } = await desk.automate({ trigger, actions: { reply } })
    const outsider = fixture.service.as(fixture.service.workspace(), { scopes: ['read', 'manage'] })
    expect((await automations().list.query({}, outsider)).items).toEqual([])
    expect(await faultsIn(automations().update.mutate({ id, enabled: false }, outsider))).toEqual([
      'automation:not_found',
    ])
    expect(await faultsIn(automations().remove.mutate({ id }, outsider))).toEqual(['automation:not_found'])
    const reader = fixture.service.as(desk.workspace, { scopes: ['read', 'send'] })
    expect(await faultsIn(automations().remove.mutate({ id }, reader))).toEqual(['scope:missing'])
    const limited = fixture.service.as(desk.workspace, { scopes: ['read'], numbers: [desk.connected.number as never] })
    expect(await faultsIn(automations().list.query({}, limited))).toEqual(['numbers:limited'])
  })

  it('are at most a hundred in a workspace', async () => {
    const own = await openAutomatedDesk(fixture)
    const { id } = await own.automate({ trigger, actions: { reply } })
    await fixture.service.rows(
      `insert into automation select (jsonb_populate_record(a, jsonb_build_object('id', 'atm_' || n, 'name_key', n))).*
       from automation a, generate_series(1, 99) n where a.id = $1 returning 1`,
      [id],
    )
    expect(await faultsIn(own.automate({ trigger, actions: { reply } }))).toEqual(['automation:too_many'])
  })
})
