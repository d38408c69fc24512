import { describe, expect, it } from 'vitest'
import { access, graphError, json, startGraph } from './graph.fixture.ts'

const account = { access, businessAccountId: '102290129340398' }
const path = '/v24.0/102290129340398/message_templates'

describe('calls about templates', () => {
  it('read a page with the requested fields, whatever the provider returns of a template', async () => {
    const data = [
      {
        id: 1667192013751005,
        name: 'parcel',
        language: 'en_US',
        category: 'UTILITY',
        status: 'REJECTED',
        rejected_reason: 'INVALID_FORMAT',
        quality_score: { score: 'UNKNOWN', date: 1 },
        components: [{ type: 'BODY', text: 'Hello' }],
      },
      { id: '2', name: 'bare', language: 'de', rejected_reason: 'NONE' },
      { name: 'without an id' },
    ]
    const paging = { cursors: { before: 'A', after: 'B' }, next: 'https://graph.facebook.com/next' }
    const { provider, captured } = await startGraph(json(200, { data, paging }))
    const page = await provider.listTemplates(account, { size: 25, name: 'parcel', after: 'A', status: undefined })
    expect(page).toEqual({
      ok: true,
      after: 'B',
      templates: [
        {
          id: '1667192013751005',
          name: 'parcel',
          language: 'en_US',
          category: 'UTILITY',
          status: 'REJECTED',
          rejectedReason: 'INVALID_FORMAT',
          quality: 'UNKNOWN',
          components: [{ type: 'BODY', text: 'Hello' }],
        },
        { id: '2', name: 'bare', language: 'de', category: 'UNKNOWN', status: 'UNKNOWN', components: [] },
      ],
    })
    const { pathname, searchParams } = new URL(captured[0]?.url ?? '', 'http://x')
    expect(pathname).toBe(path)
    expect([...searchParams.keys()]).toEqual(['fields', 'limit', 'name', 'after'])
  })

  it('end at the last page, which has a cursor but nothing next', async () => {
    const { provider } = await startGraph(json(200, { data: [], paging: { cursors: { after: 'Z' } } }))
    expect(await provider.listTemplates(account, { size: 25 })).toEqual({ ok: true, templates: [] })
  })

  it('of an account that is not found say so, and do not call the number suspended', async () => {
    const error = { message: 'Unsupported get request', code: 100, error_subcode: 33 }
    const { provider } = await startGraph(json(400, { error }))
    const refused = { ok: false, error: { errorCode: 'provider:refused', retryable: false } }
    expect(await provider.listTemplates(account, { size: 25 })).toMatchObject(refused)
    expect(await provider.deleteTemplate(account, 'hi')).toMatchObject(refused)
    expect(await provider.describeNumber(access)).toMatchObject({ error: { errorCode: 'number:suspended' } })
  })

  it('make and delete one, and say why the provider would not', async () => {
    const { provider, captured } = await startGraph(json(200, { id: '7', status: 'PENDING', category: 'MARKETING' }))
    const header = { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4:cGlj:aW1hZ2U=:AR'] } }
    const components = [header, { type: 'BODY', text: 'Hi {{name}}' }]
    const wanted = { name: 'hi', language: 'en', category: 'UTILITY', components, named: true }
    const made = await provider.createTemplate(account, wanted)
    expect(made).toEqual({ ok: true, id: '7', status: 'PENDING', category: 'MARKETING' })
    const { named: _, ...body } = wanted
    expect(captured[0]).toMatchObject({ method: 'POST', url: path, body: { ...body, parameter_format: 'NAMED' } })
    expect(await provider.deleteTemplate(account, 'hi')).toEqual({ ok: true })
    expect(captured[1]).toMatchObject({ method: 'DELETE', url: `${path}?name=hi` })
    const refusing = await startGraph(graphError(400, 100))
    expect(await refusing.provider.createTemplate(account, wanted)).toMatchObject({ ok: false, error: { code: 100 } })
  })
})
