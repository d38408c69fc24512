import { newId } from '@posthorn/contracts'
import { faultOf, startReceiver, startTestService, until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import {
  type Caller,
  connectNumber,
  createCloudNumber,
  listEvents,
  statusOf,
  useNumbers,
  workspaceOf,
} from '../numbers.fixture.ts'
import { numbersService } from '../service.ts'

const { fixture, newcomer } = useNumbers()

const templates = () => fixture.service.clients.numbers.templates
const body = 'Hello {{first_name}}, order {{order}} is on its way.'
const parcel = {
  name: 'parcel',
  language: 'en_US',
  category: 'UTILITY' as const,
  header: 'Good changes',
  body,
  samples: { first_name: 'Ada', order: '1042' },
  footer: 'Shop',
  buttons: [
    { text: 'Thanks' },
    { text: 'Track', url: 'https://shop.example.com/track' },
    { text: 'Call', phone: '+15550000001' },
  ],
}
const create = (mine: Caller, id: string, input: object = {}) =>
  templates().create.mutate({ id, ...parcel, ...input }, mine)
const sample = 'hello_world'
/** Templates other than the provider's sample. */
const ownOf = async (mine: Caller, query: { id: string; name?: string }) =>
  (await templates().list.query(query, mine)).items.filter(({ name }) => name !== sample)
const listChanges = (mine: Caller) => listEvents(fixture, mine, 'template:updated')

describe('templates', () => {
  it('create submits one to the provider, whose decision is announced; list shows it with its variables', async () => {
    const mine = newcomer()
    const { id } = await connectNumber(fixture, mine)
    const made = await create(mine, id)
    expect(made).toMatchObject({
      name: 'parcel',
      status: 'PENDING',
      body,
      variables: ['first_name', 'order'],
      quality: null,
    })
    const [reported] = await until(() => listChanges(mine).length > 0 && listChanges(mine))
    expect(reported).toMatchObject({
      number: id,
      template: made.id,
      name: 'parcel',
      language: 'en_US',
      change: 'status',
      status: 'APPROVED',
      reason: null,
      components: null,
    })
    expect(await ownOf(mine, { id })).toMatchObject([
      { id: made.id, status: 'APPROVED', rejectedReason: null, components: made.components },
    ])
    await create(mine, id, { name: 'please_reject', body: 'Buy {{1}}', samples: { 1: 'now' } })
    await until(() =>
      listChanges(mine).some(({ status, reason }) => status === 'REJECTED' && reason === 'INCORRECT_CATEGORY'),
    )
    const rejected = await templates().list.query({ id, status: 'REJECTED' }, mine)
    expect(rejected.items).toMatchObject([
      { name: 'please_reject', rejectedReason: 'INCORRECT_CATEGORY', variables: ['1'] },
    ])
  })

  it('are read together with the subscription of callbacks, which is made again if the account lost it', async () => {
    const mine = newcomer()
    const cloud = await createCloudNumber(fixture)
    const { id } = await connectNumber(fixture, mine, cloud)
    const path = `${fixture.simulator.url}/v24.0/${cloud.businessAccountId}/subscribed_apps`
    const headers = { authorization: `Bearer ${cloud.accessToken}` }
    const isSubscribed = async () =>
      ((await (await fetch(path, { headers })).json()) as { data: object[] }).data.length === 1
    const stored = () => fixture.service.rows('select 1 from template where number_id = $1', [id])
    await until(async () => (await stored()).length > 0)
    expect(await isSubscribed()).toBe(true)
    await fetch(path, { method: 'DELETE', headers })
    expect(await isSubscribed()).toBe(false)
    await fixture.service.rows('update number set templates_due_at = now() where id = $1', [id])
    // Wakes the loop that reads templates.
    await connectNumber(fixture, newcomer())
    await until(isSubscribed)
  })

  it('are read once for all numbers of an account and token, also if only one of them is due', async () => {
    await using graph = await startReceiver()
    const data = [{ id: '1', name: 'promo', language: 'en', category: 'MARKETING', status: 'APPROVED', components: [] }]
    const answers: Record<string, object> = {
      app: { id: '9' },
      subscribed_apps: { data: [{ whatsapp_business_api_data: { id: '9' } }] },
      message_templates: { data },
    }
    graph.respondWith(({ path }) => ({
      body: JSON.stringify(answers[path.split(/[/?]/).at(3) ?? ''] ?? answers['app']),
    }))
    await using service = await startTestService(numbersService, { env: { CLOUD_API_URL: graph.url } })
    const ids = ['EAA', 'EAA', 'EAB'].map((accessToken) => ({ id: newId('num'), accessToken }))
    for (const [i, { id, accessToken }] of ids.entries())
      await service.rows(
        `insert into number (workspace_id, id, name, provider, phone_number_id, business_account_id, credentials, status, session_status,
           session_since, is_default, templates_due_at)
         values ($1, $2, 'Shop', 'cloud', $3, '7', $4, 'active', 'online', now(), false, now() + interval '50 minutes')`,
        [
          service.workspace(),
          id,
          `106${i}`,
          service.vault.seal(JSON.stringify({ accessToken, appSecrets: [] }), `credentials of ${id}`),
        ],
      )
    await service.rows('update number set templates_due_at = now() where id = $1', [ids[1]?.id])
    service.bus.nudge('numbers', 'templates')
    await until(async () => (await service.rows('select 1 from template')).length === 3)
    const asked = (edge: string) => graph.requests.filter(({ path }) => path.includes(edge)).length
    expect([asked('message_templates'), asked('subscribed_apps')]).toEqual([2, 2])
  })

  it('create brings a sample of media above to the provider, of its kind; without bytes, or of another type, it is refused', async () => {
    const mine = newcomer()
    const { id } = await connectNumber(fixture, mine)
    const upload = async (name: string, bytes: Buffer) => {
      const { header: _, ...fields } = { id, ...parcel, name }
      async function* parts() {
        yield bytes
      }
      const given = { ...fields, header: { media: { file: newId('file') } } }
      return fixture.service.clients.upload(
        'numbers',
        { operation: 'templates.create', bytes: parts(), fields: async () => given },
        mine.context['call'] as never,
      )
    }
    const samples: [string, string, string][] = [
      ['FFD8FFE0', 'pictured', 'IMAGE'],
      ['89504E470D0A1A0A', 'drawn', 'IMAGE'],
      ['000000186674797069736F6D', 'filmed', 'VIDEO'],
      ['255044462D312E37', 'written', 'DOCUMENT'],
    ]
    for (const [hex, name, format] of samples) {
      const made = (await upload(name, Buffer.from(hex, 'hex'))) as { components: object[] }
      const handle = expect.stringMatching(/^4:/)
      expect(made.components[0]).toEqual({ type: 'HEADER', format, example: { header_handle: [handle] } })
    }
    const items = await ownOf(mine, { id })
    expect(items.map(({ name }) => name).toSorted()).toEqual(['drawn', 'filmed', 'pictured', 'written'])
    await expect(upload('lying', Buffer.from('GIF89a'))).rejects.toMatchObject({ code: 'file:unsupported_type' })
    const unbrought = create(mine, id, { header: { media: { file: newId('file') } } })
    await expect(unbrought).rejects.toMatchObject({ data: { fault: { errors: [{ path: 'header.media.file' }] } } })
  })

  it('list goes page by page with cursors of its own number, and finds exact names only', async () => {
    const mine = newcomer()
    const { id } = await connectNumber(fixture, mine)
    for (const language of ['de', 'en', 'fr']) await create(mine, id, { language })
    await create(mine, id, { name: 'parcel_late' })
    const first = await templates().list.query({ id, size: 3 }, mine)
    const rest = await templates().list.query({ id, size: 3, cursor: first.next ?? '' }, mine)
    expect([...first.items, ...rest.items].map(({ name, language }) => `${name} ${language}`)).toEqual([
      `${sample} en_US`,
      'parcel de',
      'parcel en',
      'parcel fr',
      'parcel_late en_US',
    ])
    expect(rest.next).toBeNull()
    expect((await templates().list.query({ id, name: 'parcel' }, mine)).items).toHaveLength(3)
    const other = await connectNumber(fixture, mine)
    expect(await statusOf(templates().list.query({ id: other.id, cursor: first.next ?? '' }, mine))).toBe(400)
  })

  it('get shows one in all its languages, whatever names contain its own, and refuses an unknown name', async () => {
    const mine = newcomer()
    const { id } = await connectNumber(fixture, mine)
    const made = await create(mine, id)
    await create(mine, id, { language: 'de' })
    await create(mine, id, { name: 'parcel_late' })
    const shown = await templates().get.query({ id, name: 'parcel' }, mine)
    expect(shown).toMatchObject({ name: 'parcel', translations: [{ id: made.id, body }, { language: 'de' }] })
    expect(await statusOf(templates().get.query({ id, name: 'parc' }, mine))).toBe(404)
  })

  it('is found and removed even if more names contain its own than fit on a page', async () => {
    const mine = newcomer()
    const names = [...Array.from({ length: 120 }, (_, i) => `promo_${i}`), 'promo']
    const stored = names.map((name) => ({ name, language: 'en', components: [{ type: 'BODY', text: 'Hi' }] }))
    const { id } = await connectNumber(fixture, mine, await createCloudNumber(fixture, { templates: stored }))
    expect(await templates().get.query({ id, name: 'promo' }, mine)).toMatchObject({ translations: [{ body: 'Hi' }] })
    expect(await templates().remove.mutate({ id, name: 'promo' }, mine)).toMatchObject({ deleted: true })
  })

  it('remove takes all languages of a name away; a second time, and a name taken twice, are refused', async () => {
    const mine = newcomer()
    const { id } = await connectNumber(fixture, mine)
    await create(mine, id)
    await create(mine, id, { language: 'de' })
    await expect(create(mine, id)).rejects.toThrow(/name and language already exists/)
    expect(await templates().remove.mutate({ id, name: 'parcel' }, mine)).toEqual({ name: 'parcel', deleted: true })
    expect(await ownOf(mine, { id })).toEqual([])
    expect(await statusOf(templates().remove.mutate({ id, name: 'parcel' }, mine))).toBe(404)
  })

  it('of an account that other numbers share are not deleted by a caller limited to one, nor is the default changed', async () => {
    const mine = newcomer()
    const [{ id }, other] = [await connectNumber(fixture, mine), await connectNumber(fixture, mine)]
    const limited = fixture.service.as(workspaceOf(mine), { numbers: [id] })
    const share = `update number set business_account_id = (select business_account_id from number where id = $1) where id = $2`
    await fixture.service.rows(share, [id, other.id])
    await create(mine, id)
    const remove = (by: Caller) => templates().remove.mutate({ id, name: 'parcel' }, by)
    const { update } = fixture.service.clients.numbers.numbers
    for (const refused of [remove(limited), update.mutate({ id, default: true }, limited)])
      await expect(refused).rejects.toThrow('all numbers of the workspace')
    expect((await remove(mine)).name).toBe('parcel')
  })

  it('create refuses what the provider refuses, with its reason', async () => {
    const mine = newcomer()
    const cloud = await createCloudNumber(fixture, {
      templates: Array.from({ length: 249 }, (_, i) => ({ name: `promo_${i}`, language: 'en', components: [] })),
    })
    const { id } = await connectNumber(fixture, mine, cloud)
    await expect(create(mine, id)).rejects.toThrow(/Template not accepted: The account has as many templates as it may/)
  })

  it('a repeated Idempotency-Key makes one template', async () => {
    const workspace = fixture.service.workspace()
    const { id } = await connectNumber(fixture, fixture.service.as(workspace))
    const keyed = () => fixture.service.as(workspace, { idempotencyKey: 'once' })
    expect(await create(keyed(), id)).toEqual(await create(keyed(), id))
  })

  it('faulty fields are named together: names, variables without samples, samples without variables, two buttons in one', async () => {
    const mine = newcomer()
    const { id } = await connectNumber(fixture, mine)
    const pathsOf = (input: object) =>
      create(mine, id, input).then(
        () => [],
        (err) => faultOf(err).errors.map(({ path }) => path),
      )
    expect(
      await pathsOf({ name: 'Parcel!', language: 'english', samples: { first_name: 'Ada', color: 'red' } }),
    ).toEqual(expect.arrayContaining(['name', 'language', 'samples.order', 'samples.color']))
    const track = { text: 'Track', url: 'https://shop.example.com/{{1}}' }
    expect(await pathsOf({ header: 'Order {{1}}', buttons: [{ text: 'Thanks' }, track] })).toEqual([
      'header',
      'buttons.1.url',
    ])
    expect(await pathsOf({ body: 'Order {{2}}', samples: { 2: 'x' } })).toEqual(['body'])
    expect(await pathsOf({ buttons: [{ text: 'x', url: 'https://a.example', phone: '+15550000001' }] })).toEqual([
      'buttons.0',
    ])
  })

  it('other workspaces, read keys, disconnected numbers and an unreachable provider are refused', async () => {
    const workspace = fixture.service.workspace()
    const mine = fixture.service.as(workspace)
    const { id } = await connectNumber(fixture, mine)
    for (const unknown of [id, newId('num')]) {
      expect(await statusOf(templates().list.query({ id: unknown }, newcomer()))).toBe(404)
      expect(await statusOf(create(newcomer(), unknown))).toBe(404)
      expect(await statusOf(templates().remove.mutate({ id: unknown, name: 'parcel' }, newcomer()))).toBe(404)
    }
    expect(await statusOf(create(fixture.service.as(workspace, { scopes: ['read', 'send'] }), id))).toBe(403)
    await fixture.service.clients.numbers.numbers.disconnect.mutate({ id }, mine)
    expect(await statusOf(templates().list.query({ id }, mine))).toBe(409)
    const again = await connectNumber(fixture, mine)
    await fixture.simulator.stop()
    expect(await statusOf(templates().list.query({ id: again.id }, mine))).toBe(503)
  })
})
