import { callbackExamples, hasDocument } from '@posthorn/testkit/cloud-api'
import { describe, expect, it } from 'vitest'
import { change, kinds, messages, metadata, parse, receivedAt, sent, statuses, text } from './callbacks.fixture.ts'
import { parseCallback } from './callbacks.ts'

describe('an incoming message', () => {
  it('is read with sender, time and text', () => {
    expect(parse(messages([{ ...text, from_user_id: 'US.1', context: { from: '1', id: 'wamid.Q' } }]))).toEqual([
      {
        kind: 'message',
        phoneNumberId: '106540352242922',
        understood: true,
        providerId: 'wamid.A',
        timestamp: '2025-06-08T20:59:43.000Z',
        from: { phone: '+16505551234', userId: 'US.1', name: 'Ann' },
        type: 'text',
        content: { type: 'text' },
        text: 'Hi',
        quotedProviderId: 'wamid.Q',
        raw: { ...text, from_user_id: 'US.1', context: { from: '1', id: 'wamid.Q' } },
      },
    ])
  })

  it.each([
    [
      'a hidden phone',
      { from: undefined, from_user_id: 'US.2' },
      [{ profile: { username: '@ann' }, user_id: 'US.2' }],
      { userId: 'US.2', name: '@ann', username: 'ann' },
    ],
    ['a user id in the place of the phone', { from: 'US.3' }, [], { userId: 'US.3' }],
    ['no contacts', {}, null, { phone: '+16505551234' }],
    [
      'the contact of somebody else',
      { from: '4915112345678' },
      [{ profile: { name: 'Ann' }, wa_id: '16505551234' }],
      { phone: '+4915112345678' },
    ],
    ['nobody at all', { from: undefined }, null, {}],
  ])('with %s still names whom it can', (...[, fields, contacts, from]) => {
    expect(parse(messages([{ ...text, ...fields }], contacts))).toMatchObject([{ kind: 'message', from }])
    expect((parse(messages([{ ...text, ...fields }], contacts))[0] as { from: object }).from).toEqual(from)
  })

  it.each([
    ['button', { button: { payload: 'no', text: 'Stop' } }, 'Stop'],
    ['interactive', { interactive: { type: 'list_reply', list_reply: { id: 'a', title: 'Row' } } }, 'Row'],
    ['interactive', { interactive: { type: 'button_reply', button_reply: { id: 'a', title: 'Yes' } } }, 'Yes'],
    ['image', { image: { id: '1', mime_type: 'image/png', sha256: 'x', caption: 'Look' } }, 'Look'],
    ['location', { location: { latitude: 1, longitude: 2 } }, undefined],
    ['hologram', { hologram: 7 }, undefined],
  ])('of type %s comes through with what the person wrote', (type, content, expected) => {
    const [update] = parse(messages([{ ...text, text: undefined, type, ...content }]))
    expect(update).toMatchObject({ kind: 'message', type })
    expect((update as { text?: string }).text).toBe(expected)
  })

  it('that the provider could not read carries its errors', () => {
    const errors = [{ code: 131051, title: 'Message type unknown', error_data: { details: 'Not supported.' } }]
    expect(parse(messages([{ ...text, type: 'unsupported', errors }]))).toMatchObject([
      { type: 'unsupported', errors: [{ code: 131051, title: 'Message type unknown', details: 'Not supported.' }] },
    ])
  })

  it('names the parent user id', () => {
    expect(parse(messages([{ ...text, from_parent_user_id: 'US.P' }]))).toMatchObject([
      { from: { phone: '+16505551234', parentUserId: 'US.P' } },
    ])
  })

  it('without a type has that of its content', () => {
    const location = { latitude: 1, longitude: 2 }
    expect(parse(messages([{ ...text, type: undefined, text: undefined, location }]))).toMatchObject([
      { type: 'location', content: { type: 'location', location } },
    ])
  })

  it('without a time gets the time of receipt', () => {
    for (const timestamp of [undefined, null, 'soon', {}, '9'.repeat(30)])
      expect(parse(messages([{ ...text, timestamp }]))).toMatchObject([{ timestamp: receivedAt.toISOString() }])
  })
})

describe('a marketing preference', () => {
  const item = {
    wa_id: '16505551234',
    detail: 'x',
    category: 'marketing_messages',
    value: 'stop',
    timestamp: 1749416383,
  }
  const preferences = (...items: unknown[]) =>
    change('user_preferences', {
      metadata,
      contacts: [{ profile: { name: 'Ann' }, wa_id: '16505551234', user_id: 'US.1' }],
      user_preferences: items,
    })

  it('is read with its person and time; a hidden phone is replaced by the user id', () => {
    const from = { phone: '+16505551234', userId: 'US.1', name: 'Ann' }
    const read = {
      kind: 'preference',
      phoneNumberId: '106540352242922',
      understood: true,
      timestamp: '2025-06-08T20:59:43.000Z',
    }
    expect(
      parse(
        preferences(
          item,
          { ...item, value: 'resume' },
          { ...item, value: 'SIGNUP' },
          { ...item, wa_id: undefined, user_id: 'US.2' },
        ),
      ),
    ).toEqual([
      expect.objectContaining({ kind: 'person' }),
      { ...read, from, preference: 'stop' },
      { ...read, from, preference: 'resume' },
      { ...read, from, preference: 'resume' },
      { ...read, from: { userId: 'US.2' }, preference: 'stop' },
    ])
  })

  it('of another kind is kept raw', () => {
    const others = [{ ...item, value: 'later' }, { ...item, category: 'calls' }, 7]
    expect(kinds(parse(preferences(...others, item)))).toEqual([
      'person',
      'account',
      'account',
      'account',
      'preference',
    ])
  })
})

describe('a status', () => {
  it('is read with recipient, tag and time', () => {
    expect(parse(statuses([{ ...sent, biz_opaque_callback_data: 'msg_1:2' }]))).toMatchObject([
      {
        kind: 'status',
        providerId: 'wamid.A',
        status: 'sent',
        recipient: '+16505551234',
        callbackTag: 'msg_1:2',
        timestamp: '2025-06-08T20:59:43.000Z',
      },
    ])
  })

  it('that failed carries the error of our catalog, with details in either place', () => {
    const failed = (error: object) => parse(statuses([{ ...sent, status: 'failed', errors: [error] }]))
    const expected = [
      { status: 'failed', error: { code: 131047, errorCode: 'window:closed', details: 'Too late', retryable: false } },
    ]
    expect(failed({ code: 131047, title: 'Re-engagement message', error_data: { details: 'Too late' } })).toMatchObject(
      expected,
    )
    expect(failed({ code: 131047, title: 'Re-engagement message', details: 'Too late' })).toMatchObject(expected)
  })

  it('that failed for several reasons carries all of them', () => {
    const errors = [
      { code: 131000, title: 'Something went wrong' },
      { code: 131049, title: 'Healthy ecosystem' },
    ]
    expect(parse(statuses([{ ...sent, status: 'failed', errors }]))).toMatchObject([
      { error: { code: 131000 }, furtherErrors: [{ code: 131049, title: 'Healthy ecosystem' }] },
    ])
  })

  it.each(['recipient_participant_id', 'participant_recipient_id'])(
    'of a group names the participant in %s',
    (field) => {
      const item = { ...sent, recipient_id: 'Y2FwaV9ncm91cDox', recipient_type: 'group', [field]: '16505551234' }
      expect(parse(statuses([item]))).toMatchObject([
        { recipient: 'Y2FwaV9ncm91cDox', recipientParticipant: '+16505551234' },
      ])
    },
  )

  it('no one knows is kept raw and does not stop the others', () => {
    expect(parse(statuses([{ ...sent, status: 'deleted' }, sent]))).toMatchObject([
      { kind: 'account', field: 'messages', raw: { status: 'deleted' } },
      { kind: 'status', status: 'sent' },
    ])
  })
})

describe('a batch', () => {
  it('gives one update for each item of each change of each entry', () => {
    const entry = messages([text, text]).entry[0]
    const body = { object: 'whatsapp_business_account', entry: [entry, statuses([sent, sent, sent]).entry[0]] }
    expect(kinds(parse(body))).toEqual(['message', 'message', 'status', 'status', 'status'])
  })

  it('of 1000 updates is read with at most 200 ms of CPU time', () => {
    const body = statuses(Array.from({ length: 1000 }, (_, n) => ({ ...sent, id: `wamid.${n}` })))
    const started = process.cpuUsage()
    expect(parse(body)).toHaveLength(1000)
    const { user, system } = process.cpuUsage(started)
    expect((user + system) / 1_000).toBeLessThan(200)
  })

  it.each([
    [
      'group_lifecycle_update',
      { metadata, groups: [{ type: 'group_create' }, { type: 'group_delete' }] },
      ['group', 'group'],
    ],
    ['group_status_update', { groups: [{ type: 'group_suspend' }] }, ['account']],
    ['account_update', { event: 'ACCOUNT_DELETED' }, ['account']],
    ['from_the_future', [1, 2], ['account']],
    ['messages', { metadata, errors: [{ code: 1 }] }, ['account']],
    ['messages', { metadata }, ['account']],
    ['messages', null, ['account']],
  ])('with field %s and value %o loses nothing', (field, value, expected) => {
    expect(kinds(parse(change(field, value, { time: 1 })))).toEqual(expected)
  })

  it.each([
    ['a message', messages([null, 5, 'x', { type: 'text' }, text])],
    ['a status', statuses([null, 5, 'x', { status: 'sent' }, sent])],
  ])('keeps what is not %s as raw', (_name, body) => {
    expect(kinds(parse(body)).slice(0, 4)).toEqual(['account', 'account', 'account', 'account'])
    expect(parse(body)).toHaveLength(5)
  })
})

describe('a body that cannot be read', () => {
  it.each(['', 'null', '3', '[]', '"x"', '{}', '{"entry"', '<html>', '{"object":"page"}', '['.repeat(200_000)])(
    'gives one unreadable: %.20s',
    (body) => {
      expect(kinds(parse(body))).toEqual(['unreadable'])
    },
  )

  it('nested as deep as a stack goes is unreadable, not an exception', () => {
    const body = `{"entry":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(kinds(parse(body))).toEqual(['unreadable'])
  })
})

describe('text that Postgres refuses', () => {
  it('is replaced by U+FFFD in texts, raw values and names', () => {
    const body = JSON.stringify(messages([{ ...text, text: { body: 'BODY' }, NAME: 1 }]))
    const [update] = parse(body.replace('BODY', 'a\\u0000b\\ud800c\\ud83d\\udc4d').replace('NAME', 'n\\u0000'))
    expect(update).toMatchObject({ text: 'a\uFFFDb\uFFFDc👍' })
    expect((update as { raw: object }).raw).toHaveProperty(['n\uFFFD'], 1)
    expect(JSON.stringify(update)).not.toMatch(/\\u0000|\\ud800/)
  })

  it('is replaced in bodies that cannot be read, invalid UTF-8 too', () => {
    expect(parseCallback(Buffer.from([0x61, 0x00, 0xff]))).toEqual([{ kind: 'unreadable', raw: 'a\uFFFD\uFFFD' }])
  })

  it('leaves a name like __proto__ an ordinary name', () => {
    const [update] = parse(`{"entry":[{"id":"1","changes":[{"field":"x","value":{"__proto__":{"polluted":true}}}]}]}`)
    expect(Object.keys((update as { raw: object }).raw)).toEqual(['__proto__'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe.skipIf(!hasDocument)(
  `the provider's own examples${hasDocument ? '' : ' (left out: document not found)'}`,
  () => {
    it('each give one update of the right kind', () => {
      const read = Object.fromEntries(callbackExamples().map(({ name, value }) => [name, parse(value)]))
      for (const [name, updates] of Object.entries(read))
        expect([name, kinds(updates)]).toEqual([name, [name.startsWith('Group') ? 'group' : 'message']])
      expect(read['Text Message']).toMatchObject([
        { text: 'Does it come in another color?', from: { phone: '+16505551234', name: 'Sheena Nelson' } },
      ])
      expect(read['System Message']).toMatchObject([{ type: 'system' }])
    })

    it('survive the loss or corruption of any one part without an exception', () => {
      for (const { value } of callbackExamples()) {
        for (const spoil of [null, 7, 'x', [], {}, undefined]) {
          for (const spoiled of variants(value, spoil)) expect(parse(spoiled).length).toBeGreaterThanOrEqual(0)
        }
      }
    })
  },
)

/** Yields copies of `value` with one part replaced, at any depth. */
function* variants(value: unknown, replacement: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, part] of Object.entries(value)) {
    const copy = (replaced: unknown) =>
      Array.isArray(value) ? value.with(Number(key), replaced) : { ...value, [key]: replaced }
    yield copy(replacement)
    for (const deeper of variants(part, replacement)) yield copy(deeper)
  }
}
