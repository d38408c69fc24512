import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EventData, newId } from '@posthorn/contracts'
import { busEvent, startTestService, type TestService, until } from '@posthorn/testkit'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraser } from '../contacts.fixture.ts'
import { contactsService } from '../service.ts'

const folder = mkdtempSync(join(tmpdir(), 'posthorn-identity-'))
let service: TestService
beforeAll(async () => {
  service = await startTestService(contactsService, { env: { ERASURE_JOURNAL_DIR: folder } })
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

type Sender = EventData<'provider:message'>['from']

function fixture() {
  const workspace = service.workspace()
  const caller = service.as(workspace, eraser)
  const api = service.clients.contacts
  return {
    workspace,
    caller,
    api,
    async writes(from: Sender): Promise<void> {
      const message = busEvent({
        event: 'provider:message',
        workspace,
        data: {
          number: newId('num'),
          providerId: `wamid.${newId('evt')}`,
          timestamp: new Date(Date.now() + 1_000).toISOString(),
          from,
          type: 'text',
          text: 'Hello',
          raw: {},
        },
      })
      await service.apply(message)
    },
    async erase(id: string): Promise<void> {
      const { erasure } = await api.contacts.erase.mutate({ id, confirm: id }, caller)
      const statusOf = async (name: string) =>
        (await api.erasures.get.query({ id: erasure }, caller)).services.find((each) => each.service === name)?.status
      for (const each of ['numbers', 'groups', 'messaging', 'webhooks'] as const) {
        await until(async () => (await statusOf(each)) !== 'waiting')
        const data = { erasure, service: each }
        await service.bus.publish(busEvent({ event: 'erasure:done', workspace, data }))
      }
      await until(async () => (await api.erasures.get.query({ id: erasure }, caller)).completedAt)
      await until(async () => (await service.rows('select 1 from erasure where not in_journal')).length === 0)
    },
    /** Returns everything in the tables and the journal, except the outbox and received events, whose rows expire. */
    async remains(): Promise<string> {
      const tables = await service.rows<{ name: string }>(
        `select tablename as name from pg_tables where schemaname = current_schema() and tablename !~ '^(outbox|received_event)'`,
      )
      const texts: string[] = []
      for (const { name } of tables) {
        for (const { row } of await service.rows<{ row: string }>(`select t::text as row from "${name}" t`))
          texts.push(`${name} ${row}`)
      }
      expect(texts.some((text) => text.startsWith('erasure '))).toBe(true)
      return [...texts, ...readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))].join('\n')
    },
    ids: () =>
      service.bus.published.flatMap((event) =>
        event.workspace === workspace ? (JSON.stringify(event.data).match(/con_[0-9a-z]{26}/g) ?? []) : [],
      ),
  }
}

describe('the identity of a person', () => {
  it('is in nothing that remains of an erasure', async () => {
    const { caller, api, erase, remains } = fixture()
    const phone = '+4915112345678'
    const { id } = await api.contacts.create.mutate({ phone, name: 'Ada Lovelace' }, caller)
    await erase(id)
    const text = await remains()
    expect([phone.slice(1), 'Lovelace'].filter((each) => text.includes(each))).toEqual([])
  })

  it('never comes again after an erasure, whatever id a message names', async () => {
    const { caller, api, writes, erase } = fixture()
    const from = { phone: '+4915112345678', contact: newId('con') }
    await writes(from)
    expect((await api.contacts.get.query({ id: from.contact }, caller)).phone).toBe(from.phone)
    await erase(from.contact)
    await writes(from)
    const [again] = (await api.contacts.list.query({}, caller)).items
    expect(again?.phone).toBe(from.phone)
    expect(again?.id).not.toBe(from.contact)
    await expect(api.contacts.get.query({ id: from.contact }, caller)).rejects.toThrow('no such contact')
  })

  it('can be read by every id that an event has named, in any order of creating, writing, merging and erasing', async () => {
    const phones = ['+4915112345601', '+4915112345602']
    const userIds = ['DE.1', 'DE.2']
    const person = fc.integer({ min: 0, max: 1 })
    const action = fc.oneof(
      fc.record({ type: fc.constant('create' as const), who: person }),
      fc.record({ type: fc.constant('phone' as const), who: person }),
      fc.record({ type: fc.constant('user' as const), who: person }),
      fc.record({ type: fc.constant('both' as const), who: person }),
      fc.record({ type: fc.constant('merge' as const), who: person }),
      fc.record({ type: fc.constant('erase' as const), who: person }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 6 }), async (actions) => {
        const { caller, api, writes, erase, ids } = fixture()
        const candidates = new Map<string, string>()
        const candidate = (key: string) => candidates.get(key) ?? candidates.set(key, newId('con')).get(key)
        const named = new Set<string>()
        const erased = new Set<string>()
        const write = async (from: Sender) => {
          named.add(from.contact as string)
          await writes(from)
        }
        const contacts = async () => (await api.contacts.list.query({}, caller)).items
        for (const { type, who } of actions) {
          const [phone, userId] = [phones[who] as string, userIds[who] as string]
          if (type === 'create') await api.contacts.create.mutate({ phone, upsert: true }, caller)
          if (type === 'phone') await write({ phone, contact: candidate(phone) })
          if (type === 'user') await write({ userId, contact: candidate(userId) })
          if (type === 'both') await write({ phone, userId, contact: candidate(phone) })
          const [first, second] = await contacts()
          if (type === 'merge' && first && second)
            await api.contacts.merge.mutate({ into: first.id, from: second.id }, caller)
          if (type === 'erase' && first) {
            for (const id of [...named, ...ids()]) {
              const leads = await api.contacts.get.query({ id }, caller).catch(() => undefined)
              if (leads?.id === first.id) erased.add(id)
            }
            await erase(first.id)
            // As in the numbers service, a person who writes again gets a new id.
            candidates.clear()
          }
        }
        const living = [...new Set([...named, ...ids()])].filter((id) => !erased.has(id))
        for (const id of living) expect((await api.contacts.get.query({ id }, caller)).id).toMatch(/^con_/)
        for (const id of erased) await expect(api.contacts.get.query({ id }, caller)).rejects.toThrow('no such contact')
      }),
      { numRuns: 3 },
    )
  })
})
