import { newId } from '@posthorn/contracts'
import { incomingMessage, untilLocked } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { type Caller, useContacts } from '../contacts.fixture.ts'

const fixture = useContacts()
const phone = '+4915112345670'

type Place = { workspace: string; caller: Caller }

/** Starts the work while a transaction with these statements is open, and commits once the work waits for it. */
async function whileOpen<T>(statements: [text: string, params: unknown[]][], work: () => Promise<T>): Promise<T> {
  await fixture.rows('begin')
  for (const [text, params] of statements) await fixture.rows(text, params)
  const done = work()
  await untilLocked(fixture).finally(() => fixture.rows('commit'))
  return done
}

const identityOf = `insert into identity (workspace_id, type, value, contact_id) values ($1, 'phone', $2, $3)`

/** Returns the statements of an import that creates a blocked contact. */
async function imported({ workspace }: Place) {
  const id = newId('con')
  const contact = `insert into contact (workspace_id, id, phone, source, blocked) values ($1, $2, $3, 'import', true)`
  return {
    id,
    statements: [
      [contact, [workspace, id, phone]],
      [identityOf, [workspace, phone, id]],
    ],
  }
}

/** Returns the statements that merge the contact of the phone number into a blocked one. */
async function merged({ workspace, caller }: Place) {
  const [from, into] = [
    await fixture.contacts.create.mutate({ phone }, caller),
    await fixture.contacts.create.mutate({ phone: '+4915112345671' }, caller),
  ]
  await fixture.contacts.block.mutate({ id: into.id }, caller)
  const move = 'update identity set contact_id = $3 where workspace_id = $1 and contact_id = $2'
  const tombstone = 'insert into gone_contact (workspace_id, id, version, merged_into) values ($1, $2, 2, $3)'
  const values = [workspace, from.id, into.id]
  const remove = 'delete from contact where workspace_id = $1 and id = $2'
  return {
    id: into.id,
    statements: [
      [move, values],
      [tombstone, values],
      [remove, values.slice(0, 2)],
    ],
  }
}

describe('a message', () => {
  it.each([
    ['an import creates', imported],
    ['a merge leaves', merged],
  ])('belongs to the contact that %s at the same time', async (_, prepare) => {
    const workspace = fixture.workspace()
    const caller = fixture.as(workspace)
    const { id, statements } = await prepare({ workspace, caller })
    const event = incomingMessage(workspace, { phone, contact: newId('con') })
    await whileOpen(statements as [string, unknown[]][], () => fixture.publish(event))
    const all = await fixture.listed(caller)
    expect(all).toMatchObject([{ id, blocked: true, lastMessageAt: event.data.timestamp }])
    expect(all[0]?.identities).toContainEqual({ type: 'phone', value: phone })
  })
})

describe('an import', () => {
  it('adds tags and fields to those that someone adds at the same time', async () => {
    const workspace = fixture.workspace()
    const caller = fixture.as(workspace)
    const { id } = await fixture.contacts.create.mutate({ phone, tags: ['old'], fields: { plan: 'gold' } }, caller)
    const change = `update contact set tags = tags || array['new'], fields = fields || '{"seat": "3"}' where id = $1`
    const csv = `phone,tags,fields.size\n${phone},fair,xl\n`
    await whileOpen([[change, [id]]], () => fixture.run({ csv, onDuplicate: 'update' }, caller))
    expect(await fixture.contacts.get.query({ id }, caller)).toMatchObject({
      tags: ['old', 'new', 'fair'],
      fields: { plan: 'gold', seat: '3', size: 'xl' },
    })
  })

  it('gives no user id to a contact whose row it refuses', async () => {
    const caller = fixture.as(fixture.workspace())
    const tags = Array.from({ length: 100 }, (_, i) => `tag ${i}`)
    const { id } = await fixture.contacts.create.mutate({ phone, tags }, caller)
    const csv = `phone,userId,tags\n${phone},DE.one,one too many\n`
    expect((await fixture.run({ csv, onDuplicate: 'update' }, caller)).counts).toMatchObject({ failed: 1 })
    expect((await fixture.contacts.get.query({ id }, caller)).identities).toEqual([{ type: 'phone', value: phone }])
  })
})
