import { type EventData, erasedPersonPurpose, newId } from '@posthorn/contracts'
import { incomingMessage } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { eraser, useContacts } from '../contacts.fixture.ts'

const fixture = useContacts()

type Sender = EventData<'provider:message'>['from']

function createPeople() {
  const workspace = fixture.workspace()
  const caller = fixture.as(workspace, eraser)
  return {
    caller,
    writes: (from: Sender) => fixture.publish(incomingMessage(workspace, from)),
    changes: ({ contact, ...previous }: Sender, system: { phone?: string; userId?: string }) =>
      fixture.publish(
        incomingMessage(
          workspace,
          { ...system, contact },
          {
            previous,
            type: 'system',
            text: 'Ada changed',
            content: { type: 'system', system: { event: 'user_changed_number', ...system } },
          },
        ),
      ),
    kinds: () => fixture.bus.published.flatMap(({ event, workspace: of }) => (of === workspace ? [event] : [])),
  }
}

const [before, after] = ['+4915112345671', '+4366012345672'] as const

describe('a contact whose phone changed', () => {
  it("continues under the new one, with the country of it, and is announced; the previous phone is no one's", async () => {
    const { caller, writes, changes, kinds } = createPeople()
    const made = await fixture.contacts.create.mutate({ phone: before, name: 'Ada', tags: ['vip'] }, caller)
    await changes({ phone: before, contact: made.id }, { phone: after })
    const changed = await fixture.contacts.get.query({ id: made.id }, caller)
    expect(changed).toMatchObject({ id: made.id, name: 'Ada', phone: after, country: 'AT', tags: ['vip'] })
    expect(changed.identities).toEqual([{ type: 'phone', value: after }])
    expect(kinds().filter((kind) => kind.startsWith('contact:'))).toEqual(
      expect.arrayContaining(['contact:updated', 'contact:address_changed']),
    )
    const next = newId('con')
    await writes({ phone: before, contact: next })
    expect(await fixture.contacts.get.query({ id: next }, caller)).toMatchObject({ id: next, name: null })
  })

  it('stays one contact when they wrote from the new phone before the report, and every id leads to it', async () => {
    const { caller, writes, changes } = createPeople()
    const { id } = await fixture.contacts.create.mutate({ phone: before, name: 'Ada' }, caller)
    const second = newId('con')
    await writes({ phone: after, name: 'A.', contact: second })
    await changes({ phone: before, contact: id }, { phone: after })
    expect(await fixture.contacts.get.query({ id: second }, caller)).toMatchObject({ id, name: 'Ada', phone: after })
    expect(await fixture.listed(caller)).toHaveLength(1)
  })

  it('takes only the phone, with the country of it, from a contact that has another address', async () => {
    const { caller, writes, changes } = createPeople()
    const { id } = await fixture.contacts.create.mutate({ phone: before }, caller)
    const other = newId('con')
    await writes({ phone: after, userId: 'DE.other', contact: other })
    await changes({ phone: before, contact: id }, { phone: after })
    expect(await fixture.contacts.get.query({ id }, caller)).toMatchObject({ phone: after })
    expect(await fixture.contacts.get.query({ id: other }, caller)).toMatchObject({
      id: other,
      phone: null,
      country: null,
      identities: [{ type: 'provider_user', value: 'DE.other' }],
    })
  })

  it('changes once when the report is repeated, and a report of someone unknown makes a contact of the new phone', async () => {
    const { caller, changes } = createPeople()
    const { id } = await fixture.contacts.create.mutate({ phone: before }, caller)
    await changes({ phone: before, contact: id }, { phone: after })
    const repeated = newId('con')
    await changes({ phone: before, contact: repeated }, { phone: after })
    expect(await fixture.contacts.get.query({ id: repeated }, caller)).toMatchObject({ id, phone: after })
    const unknown = newId('con')
    await changes({ phone: '+4915112345673', contact: unknown }, { phone: '+4915112345674' })
    expect(await fixture.contacts.get.query({ id: unknown }, caller)).toMatchObject({ phone: '+4915112345674' })
    expect(await fixture.listed(caller)).toHaveLength(2)
  })

  it('continues under another user id when the phone is hidden', async () => {
    const { caller, writes, changes } = createPeople()
    const id = newId('con')
    await writes({ userId: 'DE.before', contact: id })
    await changes({ userId: 'DE.before', contact: id }, { userId: 'DE.after' })
    expect((await fixture.contacts.get.query({ id }, caller)).identities).toEqual([
      { type: 'provider_user', value: 'DE.after' },
    ])
  })

  it('keeps a country that was entered before the first phone', async () => {
    const { caller, writes } = createPeople()
    const id = newId('con')
    await writes({ userId: 'DE.first', contact: id })
    await fixture.contacts.update.mutate({ id, country: 'AT' }, caller)
    const changed = await fixture.contacts.update.mutate({ id, phone: before }, caller)
    expect(changed).toMatchObject({ phone: before, country: 'AT' })
  })

  it("is erased under the previous phone, too, unless that is another contact's by now", async () => {
    const { caller, writes, changes } = createPeople()
    const [ada, grace] = ['+4915112345675', '+4915112345676']
    const { id } = await fixture.contacts.create.mutate({ phone: ada }, caller)
    await changes({ phone: ada, contact: id }, { phone: grace })
    await changes({ phone: grace, contact: id }, { phone: after })
    await writes({ phone: grace, contact: newId('con') })
    const { erasure } = await fixture.contacts.erase.mutate({ id, confirm: id }, caller)
    const [row] = await fixture.rows<{ sealed: string }>('select sealed from erasure where id = $1', [erasure])
    const names = JSON.parse(fixture.vault.open(row?.sealed ?? '', erasedPersonPurpose(erasure))) as {
      phones: string[]
    }
    expect(names.phones.toSorted()).toEqual([after, ada].toSorted())
  })
})
