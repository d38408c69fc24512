import { until } from '@posthorn/testkit'
import { describe, expect, it } from 'vitest'
import { type Credentials, codeOf, reportedValues, startFixture } from '../simulator.fixture.ts'

const body = { type: 'BODY', text: 'Hello {{1}}', example: { body_text: [['Ada']] } }
const parcel = { name: 'parcel_pending', language: 'en', category: 'UTILITY', components: [body] }

async function withTemplate() {
  const fixture = await startFixture()
  const { number, call, post, simulate } = fixture
  const path = `/v24.0/${number.businessAccountId}/message_templates`
  const made = await call('POST', path, { token: number.accessToken, body: parcel })
  expect(made).toMatchObject({ status: 200, body: { status: 'PENDING', category: 'UTILITY' } })
  const send = (
    texts: string[],
    code = 'en',
    name = parcel.name,
    written: (template: object) => unknown = (it) => it,
  ) => {
    const components = [{ type: 'body', parameters: texts.map((text) => ({ type: 'text', text })) }]
    const template = written({ name, language: { code }, components })
    return post(number, { messaging_product: 'whatsapp', to: '+4915112345678', type: 'template', template })
  }
  const decide = (status: string) => simulate(number, { account: { template: { name: parcel.name, status } } })
  return { fixture, path, send, decide }
}

async function handleOf({ url, number }: { url: string; number: Credentials }, bytes: Buffer): Promise<string> {
  const ask = async (path: string, init: RequestInit) => {
    const headers = { authorization: `OAuth ${number.accessToken}`, ...(init.headers as object) }
    return (await (await fetch(`${url}/v24.0${path}`, { ...init, headers })).json()) as { id: string; h: string }
  }
  const { id: app } = await ask('/app', {})
  const query = `file_name=sample.jpg&file_length=${bytes.length}&file_type=image/jpeg`
  const { id: session } = await ask(`/${app}/uploads?${query}`, { method: 'POST' })
  return (await ask(`/${session}`, { method: 'POST', body: new Uint8Array(bytes), headers: { file_offset: '0' } })).h
}

describe('templates', () => {
  it('are decided on and changed in one language, and others of that name stay as they are', async () => {
    const { fixture, path, send } = await withTemplate()
    await using _ = fixture
    const { call, number, simulate } = fixture
    const change = (to: string, body: object) => call('POST', to, { token: number.accessToken, body })
    const create = async (language: string) => {
      const created = await change(path, { ...parcel, name: 'parcel', language })
      return `/v24.0/${(created.body as { id: string }).id}`
    }
    const sendIn = async (language: string) => codeOf(await send(['Ada'], language, 'parcel'))
    const english = await create('en')
    await simulate(number, { account: { template: { name: 'parcel', status: 'PAUSED' } } })
    const german = await create('de')
    expect(await change(german, { components: [{ type: 'FOOTER', text: 'Bye' }] })).toMatchObject({ status: 400 })
    expect(await change(german, { components: [body] })).toMatchObject({ status: 200 })
    expect([await sendIn('en'), await sendIn('de')]).toEqual([132015, undefined])
    expect(await change(english, { components: [body] })).toMatchObject({ status: 200 })
    expect(await sendIn('en')).toBeUndefined()
  })

  it('can be sent once they are approved, in their language and with as many parameters as they have', async () => {
    const { fixture, send, decide } = await withTemplate()
    await using _ = fixture
    expect(codeOf(await send(['Ada']))).toBe(132001)
    await decide('APPROVED')
    expect((await send(['Ada'])).status).toBe(200)
    expect(codeOf(await send(['Ada', 'Bob']))).toBe(132000)
    expect(codeOf(await send(['Ada'], 'de'))).toBe(132001)
    expect(codeOf(await send([], 'en', 'nobody_made_it'))).toBe(132001)
    expect((await send([], 'en_US', 'hello_world')).status).toBe(200)
    expect((await send([], 'en_US', 'hello_world', (template) => JSON.stringify(template))).status).toBe(200)
    await decide('PAUSED')
    expect(codeOf(await send(['Ada']))).toBe(132015)
    await decide('DISABLED')
    expect(codeOf(await send(['Ada']))).toBe(132016)
    const reported = await until(() => {
      const values = reportedValues(fixture.receiver, fixture.number).filter(
        (value) => 'message_template_name' in value,
      )
      return values.length === 3 && values
    })
    expect(reported.map(({ event }) => event)).toEqual(['APPROVED', 'PAUSED', 'DISABLED'])
  })

  it('with media above need a sample of it, and are sent with media of that kind only', async () => {
    await using fixture = await startFixture()
    const { call, number } = fixture
    const token = number.accessToken
    const path = `/v24.0/${number.businessAccountId}/message_templates`
    const handle = await handleOf(fixture, Buffer.from('a jpeg'))
    const create = (name: string, header: object) =>
      call('POST', path, { token, body: { ...parcel, name, components: [{ type: 'HEADER', ...header }, body] } })
    const example = { header_handle: [handle] }
    for (const [n, header] of [
      { format: 'IMAGE' },
      { format: 'IMAGE', example: { header_handle: ['4:x:y:1'] } },
      { format: 'DOCUMENT', example },
      { format: 'TEXT', example },
      { format: 'HOLOGRAM', example },
    ].entries())
      expect((await create(`faulty_${n}`, header)).status).toBe(400)
    const other = await fixture.makeNumber()
    const foreign = { header_handle: [await handleOf({ ...fixture, number: other }, Buffer.from('theirs'))] }
    expect(codeOf(await create('foreign', { format: 'IMAGE', example: foreign }))).toBe(100)
    expect((await create('pictured', { format: 'IMAGE', example })).status).toBe(200)
    const send = (...header: object[]) =>
      fixture.post(number, {
        messaging_product: 'whatsapp',
        to: '+4915112345678',
        type: 'template',
        template: {
          name: 'pictured',
          language: { code: 'en' },
          components: [...header, { type: 'body', parameters: [{ type: 'text', text: 'Ada' }] }],
        },
      })
    const link = 'https://shop.example.com/parcel'
    expect(codeOf(await send())).toBe(132012)
    expect(codeOf(await send({ type: 'header', parameters: [{ type: 'video', video: { link } }] }))).toBe(132012)
    expect((await send({ type: 'header', parameters: [{ type: 'image', image: { link } }] })).status).toBe(200)
  })

  it('are refused a second time, without an example for their variables, and to the token of another account', async () => {
    const { fixture, path } = await withTemplate()
    await using _ = fixture
    const { call, number } = fixture
    const token = number.accessToken
    expect(codeOf(await call('POST', path, { token, body: parcel }))).toBe(100)
    const bare = { ...parcel, name: 'bare', components: [{ type: 'BODY', text: 'Hello {{1}}' }] }
    expect(codeOf(await call('POST', path, { token, body: bare }))).toBe(100)
    const other = await fixture.makeNumber()
    expect(codeOf(await call('GET', path, { token: other.accessToken }))).toBe(100)
    expect((await call('DELETE', `${path}?name=${parcel.name}`, { token })).body).toEqual({ success: true })
    expect((await call('GET', path, { token })).body).toMatchObject({
      data: [{ name: 'hello_world', language: 'en_US' }],
    })
  })

  it('of a new number are the sample and those that it was made with, and are counted above, below and by name', async () => {
    const templates = [
      {
        name: 'order',
        language: 'de',
        components: [
          { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
          { type: 'BODY', text: 'Hello {{first_name}}' },
          { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://shop.example.com/{{1}}' }] },
        ],
      },
    ]
    await using fixture = await startFixture({ number: { templates } })
    const text = (value: string, name?: string) => ({
      type: 'text',
      text: value,
      ...(name && { parameter_name: name }),
    })
    const send = (...components: object[]) =>
      fixture.post(fixture.number, {
        messaging_product: 'whatsapp',
        to: '+4915112345678',
        type: 'template',
        template: { name: 'order', language: { code: 'de' }, components },
      })
    const header = { type: 'header', parameters: [text('1042')] }
    const body = { type: 'body', parameters: [text('Ada', 'first_name')] }
    const button = { type: 'button', sub_type: 'url', index: '0', parameters: [text('1042')] }
    expect((await send(header, body, button)).status).toBe(200)
    expect(codeOf(await send(body, button))).toBe(132000)
    expect(codeOf(await send(header, { type: 'body', parameters: [text('Ada')] }, button))).toBe(132000)
    expect(codeOf(await send(header, body))).toBe(131008)
  })
})
