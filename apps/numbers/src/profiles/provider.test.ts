import { newId } from '@posthorn/contracts'
import { faultOf, startReceiver } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { connectNumber, statusOf, useNumbers, workspaceOf } from '../numbers.fixture.ts'

const { fixture, newcomer } = useNumbers()

const provider = () => fixture.service.clients.numbers.provider

describe('calls in the form of the provider', () => {
  it('read and change a number and its account, and pass on what the provider says, also a refusal', async () => {
    const mine = newcomer()
    const { id, phoneNumberId, businessAccountId } = await connectNumber(fixture, mine)
    const profile = { id, object: phoneNumberId, edge: 'whatsapp_business_profile' as const }
    const body = { messaging_product: 'whatsapp', about: 'Open' }
    expect(await provider().change.mutate({ ...profile, method: 'POST', body }, mine)).toEqual({
      status: 200,
      body: { success: true },
    })
    expect(await provider().read.query({ ...profile, query: { fields: 'about' } }, mine)).toMatchObject({
      body: { data: [{ about: 'Open' }] },
    })
    const numbers = { id, object: businessAccountId ?? '', edge: 'phone_numbers' as const }
    expect(await provider().read.query(numbers, mine)).toMatchObject({ body: { data: [{ id: phoneNumberId }] } })
    const wrong = { ...profile, method: 'POST' as const, body: { messaging_product: 'whatsapp', about: '' } }
    expect(await provider().change.mutate(wrong, mine)).toMatchObject({
      status: 400,
      body: { error: { code: expect.any(Number) } },
    })
  })

  it('reach nothing but the number, its account and the templates of the account, though the token may', async () => {
    const mine = newcomer()
    const { id } = await connectNumber(fixture, mine)
    const other = await connectNumber(fixture, newcomer())
    for (const object of [other.phoneNumberId, other.businessAccountId ?? '', '1'])
      expect(await statusOf(provider().read.query({ id, object }, mine))).toBe(404)
    expect(await statusOf(provider().read.query({ id: newId('num'), object: '1' }, mine))).toBe(404)
    expect(await statusOf(provider().read.query({ id: other.id, object: other.phoneNumberId }, mine))).toBe(404)
  })

  it('are refused with a parameter that lets a read change something, or shows other objects', async () => {
    const mine = newcomer()
    const { id, businessAccountId } = await connectNumber(fixture, mine)
    const templates = { id, object: businessAccountId ?? '', edge: 'message_templates' as const }
    const queries: Record<string, string>[] = [
      { method: 'delete', name: 'parcel' },
      { 'METHOD[0]': 'delete' },
      { ids: '106540352242922' },
      { fields: 'id,owner_business{name}' },
      { 'Fields[0]': 'owner_business{name}' },
      { fields: 'owner_business.fields(name)' },
    ]
    for (const query of queries) expect(await statusOf(provider().read.query({ ...templates, query }, mine))).toBe(400)
  })

  it('change an account that a limited caller shares with other numbers only where it has all of them', async () => {
    const mine = newcomer()
    const [{ id, businessAccountId }, other] = [await connectNumber(fixture, mine), await connectNumber(fixture, mine)]
    await fixture.service.rows('update number set business_account_id = $1 where id = $2', [
      businessAccountId,
      other.id,
    ])
    const account = { id, object: businessAccountId ?? '', edge: 'message_templates' as const }
    const remove = { ...account, method: 'DELETE' as const, query: { name: 'parcel' } }
    const limited = fixture.service.as(workspaceOf(mine), { numbers: [id] })
    expect((await provider().read.query(account, limited)).status).toBe(200)
    await expect(provider().change.mutate(remove, limited)).rejects.toThrow('all numbers of the workspace')
    expect((await provider().change.mutate(remove, mine)).status).toBe(400)
    const reader = fixture.service.as(workspaceOf(mine), { scopes: ['read'] })
    expect(await statusOf(provider().change.mutate(remove, reader))).toBe(403)
  })

  /** Reads an object, by default the number, while the provider gives this answer. */
  async function readWhileAnswered(respond: { status: number; body: string }, object?: string) {
    const mine = newcomer()
    const { id, phoneNumberId } = await connectNumber(fixture, mine)
    await using receiver = await startReceiver({ respond })
    fixture.simulator.answerAs(receiver.url)
    const input = { id, object: object ?? phoneNumberId }
    const read = await provider().read.query(input, mine).catch(faultOf)
    fixture.simulator.answerAs()
    return read
  }

  it.each([
    ['a limit', 400, { code: 80_007 }, 'provider:throttled'],
    ['its load', 400, { code: 131_000 }, 'provider:unavailable'],
    ['the token', 400, { code: 190 }, 'number:unauthorized'],
    ['a missing permission', 400, { code: 200 }, 'number:unauthorized'],
    ['a suspended account', 403, { code: 368 }, 'number:suspended'],
    ['an unknown object', 400, { code: 803 }, 'template:not_found'],
    ['an object of others', 400, { code: 100, error_subcode: 33 }, 'template:not_found'],
  ])('about a template fail by the code in the body: %s', async (_, status, error, code) => {
    expect(await readWhileAnswered({ status, body: JSON.stringify({ error }) }, '1')).toMatchObject({ code })
  })

  it.each([
    ['the token, whatever the status', 403, 190, { code: 'number:unauthorized' }],
    ['a suspended account, which is forwarded', 400, 131_031, { status: 400, body: { error: { code: 131_031 } } }],
    ['a number that is not registered, which is forwarded', 400, 133_010, { status: 400 }],
    ['a missing permission, which is forwarded', 400, 10, { status: 400, body: { error: { code: 10 } } }],
    ['a plain refusal, which is forwarded', 404, 100, { status: 404, body: { error: { code: 100 } } }],
  ])('about the number end by the code in the body: %s', async (_, status, code, expected) => {
    expect(await readWhileAnswered({ status, body: JSON.stringify({ error: { code } }) })).toMatchObject(expected)
  })

  it('do not take a template for missing while the provider cannot be reached', async () => {
    const mine = newcomer()
    const { id } = await connectNumber(fixture, mine)
    await fixture.simulator.stop()
    await expect(provider().read.query({ id, object: '1' }, mine)).rejects.toMatchObject({
      data: { fault: { code: 'provider:unreachable' } },
    })
  })
})
