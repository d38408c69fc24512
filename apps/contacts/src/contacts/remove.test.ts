import { incomingMessage, type TestService, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { eraser, useContacts } from '../contacts.fixture.ts'

const fixture = useContacts()
const contacts = () => fixture.contacts
/** An action that brings a deleted contact back. */
type Return = [
  name: string,
  bring: (place: { workspace: string; mine: ReturnType<TestService['as']>; phone: string }) => Promise<unknown>,
]

describe('the end of a contact', () => {
  it.each([
    [
      'a message',
      async ({ workspace, phone }) =>
        fixture.bus.publish(incomingMessage(workspace, { phone, name: 'Ada L.' }, { text: 'hello' })),
    ],
    ['a create', async ({ mine, phone }) => contacts().create.mutate({ phone, name: 'Ada L.' }, mine)],
    ['an upsert', async ({ mine, phone }) => contacts().create.mutate({ phone, name: 'Ada L.', upsert: true }, mine)],
    ...(['skip', 'error', 'update'] as const).map(
      (onDuplicate): Return => [
        `an import with ${onDuplicate}`,
        async ({ mine, phone }) =>
          fixture.imports.create.mutate({ contacts: [{ phone, name: 'Ada L.' }], onDuplicate }, mine),
      ],
    ),
  ] as Return[])(
    'remove keeps only addresses, block and opt-out, until %s brings the contact back',
    async (_, bring) => {
      const workspace = fixture.workspace()
      const mine = fixture.as(workspace)
      const phone = '+4915112345678'
      const { id } = await contacts().create.mutate({ phone, name: 'Ada', tags: ['vip'], fields: { a: '1' } }, mine)
      await contacts().optOut.mutate({ id }, mine)
      await contacts().block.mutate({ id }, mine)
      for (const _again of [1, 2]) expect(await contacts().remove.mutate({ id }, mine)).toEqual({ id, deleted: true })
      const removed = await contacts().get.query({ id }, mine)
      expect(removed).toMatchObject({ id, phone, name: null, tags: [], fields: {}, country: 'DE', blocked: true })
      expect([Boolean(removed.optedOutAt), Boolean(removed.unlistedAt)]).toEqual([true, true])
      const listed = async () => (await contacts().list.query({ phone }, mine)).items
      expect(await listed()).toEqual([])
      await bring({ workspace, mine, phone })
      const [back] = await until(async () => (await listed()).length === 1 && listed())
      expect(back).toMatchObject({ id, name: 'Ada L.', tags: [], blocked: true, optedOutAt: removed.optedOutAt })
    },
  )

  it('neither remove nor erase of the id of a merged contact touches the one that remains', async () => {
    const mine = fixture.as(fixture.workspace(), eraser)
    const [into, from] = await Promise.all(
      ['+4915112345678', '+4915112345679'].map((phone) => contacts().create.mutate({ phone, name: 'Ada' }, mine)),
    )
    if (!into || !from) throw new Error('two contacts are made')
    await contacts().merge.mutate({ into: into.id, from: from.id }, mine)
    await expect(contacts().remove.mutate({ id: from.id }, mine)).rejects.toThrow('no such contact')
    await expect(contacts().erase.mutate({ id: from.id, confirm: from.id }, mine)).rejects.toThrow('no such contact')
    expect((await contacts().get.query({ id: into.id }, mine)).name).toBe('Ada')
  })

  it('erase needs the scope `erase`, and the phone or id repeated in `confirm`', async () => {
    const workspace = fixture.workspace()
    const mine = fixture.as(workspace, eraser)
    const phone = '+4915112345678'
    const [{ id }, other] = [
      await contacts().create.mutate({ phone }, mine),
      await contacts().create.mutate({ phone: '+4915112345679' }, mine),
    ]
    const all = fixture.as(workspace, { scopes: ['read', 'send', 'manage', 'raw', 'admin'] })
    await expect(contacts().erase.mutate({ id, confirm: phone }, all)).rejects.toThrow('scope erase')
    for (const confirm of [other.phone ?? '', other.id, 'yes', phone.slice(0, -1), id.toUpperCase()]) {
      await expect(contacts().erase.mutate({ id, confirm }, mine), confirm).rejects.toMatchObject({
        data: { fault: { code: 'contact:not_confirmed', errors: [{ path: 'confirm' }] } },
      })
    }
    expect((await contacts().get.query({ id }, mine)).phone).toBe(phone)
    await contacts().remove.mutate({ id }, mine)
    expect(await contacts().erase.mutate({ id, confirm: '+49 1511 2345678' }, mine)).toMatchObject({ id })
    await expect(contacts().get.query({ id }, mine)).rejects.toThrow('no such contact')
    expect(await contacts().erase.mutate({ id: other.id, confirm: other.id }, mine)).toMatchObject({ id: other.id })
  })

  it('erase leaves nothing of the person, and a later contact of that phone has another id', async () => {
    const workspace = fixture.workspace()
    const mine = fixture.as(workspace, eraser)
    const made = await contacts().create.mutate({ phone: '+4915112345678', name: 'Ada' }, mine)
    const { id } = made
    expect(await contacts().erase.mutate({ id, confirm: id }, mine)).toMatchObject({ id })
    await expect(contacts().get.query({ id }, mine)).rejects.toThrow('no such contact')
    await expect(contacts().erase.mutate({ id, confirm: id }, mine)).rejects.toThrow('no such contact')
    const left = await fixture.rows('select * from contact c natural full join identity where workspace_id = $1', [
      workspace,
    ])
    expect(left).toEqual([])
    const again = await contacts().create.mutate({ phone: '+4915112345678' }, mine)
    expect([again.name, again.id === id]).toEqual([null, false])
    await expect(contacts().get.query({ id }, mine)).rejects.toThrow('no such contact')
    const versions = () =>
      fixture.bus.published.filter(({ aggregate }) => aggregate.id === id).map(({ aggregate }) => aggregate.version)
    await until(() => versions().length === 2)
    expect(versions()).toEqual([1, 2])
  })
})
