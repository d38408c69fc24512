import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EventData, newId } from '@posthorn/contracts'
import {
  busEvent,
  eraseAgain,
  startReceiver,
  startTestService,
  type TestService,
  textOfRows,
  until,
} from '@posthorn/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eraser, importEnded } from '../contacts.fixture.ts'
import { contactsService } from '../service.ts'
import { readJournal } from './journal.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-journal-'))
let fixture: TestService
beforeAll(async () => {
  fixture = await startTestService(contactsService, {
    env: { ERASURE_JOURNAL_DIR: folder, ALLOW_PRIVATE_ADDRESSES: 'true' },
  })
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const phone = '+4915112345678'
type Service = EventData<'erasure:done'>['service']

/** Creates a workspace whose only contact has been erased. The test reports on behalf of the other services. */
async function deleted(attributes: { name?: string; email?: string } = {}) {
  const workspace = fixture.workspace()
  const mine = fixture.as(workspace, eraser)
  const { id } = await fixture.clients.contacts.contacts.create.mutate({ phone, ...attributes }, mine)
  const answer = await fixture.clients.contacts.contacts.erase.mutate({ id, confirm: id }, mine)
  const get = () => fixture.clients.contacts.erasures.get.query({ id: answer.erasure }, mine)
  return {
    workspace,
    mine,
    contact: id,
    answer,
    get,
    say: (service: Service) =>
      fixture.bus.publish(busEvent({ event: 'erasure:done', workspace, data: { erasure: answer.erasure, service } })),
    asked: () =>
      fixture.bus.published.flatMap((event) =>
        event.workspace === workspace && event.event === 'erasure:requested'
          ? [event.data as EventData<'erasure:requested'>]
          : [],
      ),
    statusOf: async (service: Service) => (await get()).services.find((each) => each.service === service)?.status,
  }
}

const finished = async (place: Awaited<ReturnType<typeof deleted>>) => {
  for (const service of ['numbers', 'groups', 'messaging'] as const) {
    await until(async () => (await place.statusOf(service)) !== 'waiting')
    await place.say(service)
  }
  await until(async () => (await place.statusOf('webhooks')) === 'running')
  await place.say('webhooks')
  return until(async () => (await place.get()).completedAt)
}

const servicesOf = async (mine: ReturnType<TestService['as']>, id: string) =>
  (await fixture.clients.contacts.erasures.get.query({ id }, mine)).services

describe('erasures', () => {
  it('ask services that publish about a person before those that consume; when all have finished nothing names the person', async () => {
    const place = await deleted({ name: 'Ada Lovelace' })
    expect(await place.get()).toMatchObject({ contact: place.contact, status: 'running', completedAt: null })
    await until(() => place.asked().length === 1)
    expect(place.asked()[0]?.services).toEqual(['numbers'])
    await finished(place)
    expect(place.asked().map(({ services }) => services)).toEqual([
      ['numbers'],
      ['groups'],
      ['contacts', 'messaging'],
      ['webhooks'],
    ])
    expect(JSON.stringify(place.asked())).not.toMatch(/Ada Lovelace|15112345678/)
    const done = await place.get()
    expect(done).toMatchObject({ status: 'finished' })
    expect(Date.parse(done.agedOutAt ?? '') - Date.parse(done.completedAt ?? '')).toBe(7 * 24 * 3_600_000)
    const tables = ['erasure', 'erasure_job', 'outbox', 'contact', 'identity']
    for (const table of tables) {
      const rows = await fixture.rows(`select * from ${table} where workspace_id = $1`, [place.workspace])
      expect(textOfRows(rows), table).not.toMatch(/Ada Lovelace|15112345678/)
    }
    expect(await fixture.rows('select sealed from erasure where id = $1', [done.id])).toEqual([{ sealed: null }])
  })

  it('a repeated answer of a service asks no one twice', async () => {
    const place = await deleted()
    await until(() => place.asked().length === 1)
    await place.say('numbers')
    await place.say('numbers')
    await finished(place)
    expect(place.asked()).toHaveLength(4)
  })

  it('who comes back by a message from before the deletion is forgotten too, who writes later is a new contact', async () => {
    const place = await deleted()
    const write = (timestamp: Date, from: string) =>
      fixture.bus.publish(
        busEvent({
          event: 'provider:message',
          workspace: place.workspace,
          data: {
            number: newId('num'),
            providerId: `wamid.${newId('evt')}`,
            timestamp: timestamp.toISOString(),
            from: { phone: from },
            type: 'text',
            text: 'Hello',
            raw: {},
          },
        }),
      )
    const contacts = async () => (await fixture.clients.contacts.contacts.list.query({}, place.mine)).items
    await write(new Date(Date.now() - 60_000), phone)
    await until(async () => (await contacts()).length === 1)
    await finished(place)
    expect(await contacts()).toEqual([])
    await write(new Date(Date.now() - 30_000), phone)
    await until(async () => (await contacts()).length === 1)
    await eraseAgain(fixture, 'contacts', place.workspace)
    expect(await contacts()).toEqual([])
    await write(new Date(Date.now() + 1_000), phone)
    const again = await until(async () => (await contacts())[0])
    expect(again).toMatchObject({ phone, name: null, tags: [] })
    await eraseAgain(fixture, 'contacts', place.workspace)
    expect(await contacts()).toMatchObject([{ id: again.id }])
  })

  it('faulty rows of imports no longer show the phone or the name', async () => {
    const workspace = fixture.workspace()
    const mine = fixture.as(workspace, eraser)
    const { contacts, imports } = fixture.clients.contacts
    const { id } = await contacts.create.mutate({ phone, email: 'ada@example.com' }, mine)
    const csv = `phone,email\n+49 151 12345678,ada@example.com\n+4915112345679,ada@\n`
    const { id: run } = await imports.create.mutate({ csv, onDuplicate: 'error' }, mine)
    await until(async () => (await imports.get.query({ id: run }, mine)).status === 'finished')
    const { erasure } = await contacts.erase.mutate({ id, confirm: id }, mine)
    for (const service of ['numbers', 'groups'] as const)
      await fixture.bus.publish(busEvent({ event: 'erasure:done', workspace, data: { erasure, service } }))
    const values = async () => (await imports.errors.query({ id: run }, mine)).items.map(({ value }) => value)
    await until(async () => (await values())[0] === null)
    expect(await values()).toEqual([null, 'ada@'])
    const { chunk } = await imports.exportErrors.query({ id: run }, mine)
    expect(chunk).not.toMatch(/15112345678|ada@example/)
    expect(chunk).toContain('+4915112345679,ada@,2,3,')
  })

  it.each([
    ['a national number', '(0151) 123 45678,,,', true],
    ['a number with its trunk prefix', '+49 (0)151 12345678,,,', true],
    ['first and last name', '12,Ada,,Lovelace', true],
    ['the same name in other words', '12,,Dr. Ada Lovelace,', true],
    ['the number of another', '(0151) 123 45679,,,', false],
    ['a short number', '678,,,', false],
    ['another person of this first name', '12,Ada,,Byron', false],
  ])('a faulty row of an import with %s is cleared: %s', async (_, row, isCleared) => {
    const workspace = fixture.workspace()
    const mine = fixture.as(workspace, eraser)
    const { contacts, imports } = fixture.clients.contacts
    const { id } = await contacts.create.mutate({ phone, firstName: 'Ada', lastName: 'Lovelace' }, mine)
    const csv = `phone,firstName,name,lastName,blocked\n${row},perhaps\n`
    const { id: run } = await imports.create.mutate({ csv }, mine)
    await until(async () => (await imports.get.query({ id: run }, mine)).status === 'finished')
    const { erasure } = await contacts.erase.mutate({ id, confirm: id }, mine)
    for (const service of ['numbers', 'groups'] as const)
      await fixture.bus.publish(busEvent({ event: 'erasure:done', workspace, data: { erasure, service } }))
    const shown = async () =>
      (await servicesOf(mine, erasure)).find(({ service }) => service === 'contacts')?.status === 'finished'
    await until(shown)
    const { chunk } = await imports.exportErrors.query({ id: run }, mine)
    expect(chunk.includes('perhaps')).toBe(!isCleared)
    for (const { message } of (await imports.errors.query({ id: run }, mine)).items)
      expect(message).not.toMatch(/123 45678|\(0\)|Ada|Lovelace/)
  })

  it.each([0, 600_000])('who is in an import from before (clock %i ms ahead) stays erased', async (aheadMs) => {
    await using server = await startReceiver()
    const { promise: opened, resolve: open } = Promise.withResolvers<void>()
    server.respondWith(async () => {
      await opened
      return { status: 200, body: `phone,name\n${phone},Ada\n+4915112345679,Grace\n` }
    })
    const workspace = fixture.workspace()
    const mine = fixture.as(workspace, eraser)
    const { contacts, imports } = fixture.clients.contacts
    const { id } = await contacts.create.mutate({ phone }, mine)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + aheadMs })
    const importing = imports.create.mutate({ url: `${server.url}/contacts.csv` }, mine)
    const { id: run } = await importing.finally(() => vi.useRealTimers())
    await until(() => server.requests.length === 1)
    const { erasure } = await contacts.erase.mutate({ id, confirm: id }, mine)
    for (const service of ['numbers', 'groups'] as const)
      await fixture.bus.publish(busEvent({ event: 'erasure:done', workspace, data: { erasure, service } }))
    const isDone = async () =>
      (await servicesOf(mine, erasure)).find(({ service }) => service === 'contacts')?.status === 'finished'
    const isPostponed = async () =>
      (await fixture.rows('select 1 from erasure_job where id = $1 and run_at > now()', [erasure])).length === 1
    await until(async () => (await isPostponed()) || (await isDone()))
    open()
    await until(async () => (await imports.get.query({ id: run }, mine)).status === 'finished')
    await until(isDone)
    const { items } = await contacts.list.query({}, mine)
    expect(items.map((contact) => contact.phone)).toEqual(['+4915112345679'])
    expect(await imports.get.query({ id: run }, mine)).toMatchObject({ counts: { created: 1, skipped: 1 } })
  })

  it('whose names cannot be decrypted fail no import', async () => {
    const workspace = fixture.workspace()
    const mine = fixture.as(workspace, eraser)
    const insert = `insert into erasure (workspace_id, id, contact_id, contact_ids, in_journal, sealed, done, requested_at)
       values ($1, $2, $3, '{}', true, 'v1.lost.AAAA', '{}', now() + interval '1 hour')`
    await fixture.rows(insert, [workspace, newId('ers'), newId('con')])
    const { id } = await fixture.clients.contacts.imports.create.mutate({ contacts: [{ phone }] }, mine)
    expect(await importEnded(fixture, id, mine)).toMatchObject({ status: 'finished', counts: { created: 1 } })
  })

  it('list shows those of the own workspace, by contact and status; another workspace finds none', async () => {
    const place = await deleted()
    const { list, get } = fixture.clients.contacts.erasures
    const shown = (input: Parameters<typeof list.query>[0]) => list.query(input, place.mine)
    expect((await shown({ contact: place.contact })).items).toHaveLength(1)
    expect((await shown({ status: 'finished' })).items).toEqual([])
    expect((await shown({ status: 'running' })).items).toMatchObject([{ id: place.answer.erasure }])
    const other = fixture.as(fixture.workspace())
    expect((await list.query({}, other)).items).toEqual([])
    await expect(get.query({ id: place.answer.erasure }, other)).rejects.toThrow('no such erasure')
    await expect(get.query({ id: newId('ers') }, place.mine)).rejects.toThrow('no such erasure')
    await expect(list.query({ contact: 'con_1' }, place.mine)).rejects.toMatchObject({
      data: { fault: { errors: [{ path: 'contact' }] } },
    })
  })

  it('that a restore has lost are done again, and a contact who wrote afterwards stays', async () => {
    const [erased, back] = [await deleted({ name: 'Ada Lovelace' }), await deleted()]
    const ids = [erased.answer.erasure, back.answer.erasure]
    await until(() => ids.every((id) => readJournal(folder).some(({ erasure }) => erasure === id)))
    // Wait for other tests' erasures. An erasure written later would become the newest in the journal, and Postgres wouldn't have lost it.
    await until(async () => (await fixture.rows('select 1 from erasure where not in_journal')).length === 0)
    // Together, because a round in between would find nothing to do again.
    await fixture.rows('begin')
    await fixture.rows('delete from erasure where id = any($1)', [ids])
    await fixture.rows('delete from gone_contact where id = any($1)', [[erased.contact, back.contact]])
    for (const [place, age] of [
      [erased, '1 hour'],
      [back, '0 s'],
    ] as const) {
      await fixture.rows(
        `with made as (
           insert into contact (workspace_id, id, phone, source, created_at, updated_at)
           select $1, $2, $3, 'api', now() - $4::interval, now())
         insert into identity (workspace_id, type, value, contact_id) select $1, 'phone', $3, $2`,
        [place.workspace, place.contact, phone, age],
      )
    }
    await fixture.rows('commit')
    // The next erasure reveals that Postgres lost the newest one in the journal.
    await deleted()
    await until(async () => (await erased.get().catch(() => undefined))?.status === 'running')
    const contacts = await fixture.rows('select id from contact where id = any($1)', [[erased.contact, back.contact]])
    expect(contacts).toEqual([{ id: back.contact }])
    const lines = readJournal(folder).map((line) => JSON.stringify(line))
    expect(lines.filter((line) => /Ada|1511/.test(line))).toEqual([])
  })

  it('that a restore has lost delay no other and no new one in the journal, even if one can never be done again', async () => {
    const [broken, lost] = [await deleted(), await deleted()]
    const ids = [broken.answer.erasure, lost.answer.erasure]
    await until(async () => (await fixture.rows('select 1 from erasure where not in_journal')).length === 0)
    await fixture.rows('begin')
    await fixture.rows('delete from erasure where id = any($1)', [ids])
    await fixture.rows('delete from gone_contact where id = any($1)', [[broken.contact, lost.contact]])
    for (const { workspace, contact } of [broken, lost])
      await fixture.rows(
        `insert into contact (workspace_id, id, source, created_at) values ($1, $2, 'api', now() - interval '1 hour')`,
        [workspace, contact],
      )
    await fixture.rows(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
       create trigger refuse before delete on contact for each row when (old.id = '${broken.contact}') execute function refuse()`,
    )
    await fixture.rows('commit')
    const next = await deleted()
    await until(async () => (await lost.get().catch(() => undefined))?.status === 'running')
    await until(() => readJournal(folder).some(({ erasure }) => erasure === next.answer.erasure))
    await fixture.rows('drop trigger refuse on contact')
    await until(async () => (await broken.get().catch(() => undefined))?.status === 'running')
  })
})
