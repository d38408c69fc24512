import { describe, expect, it } from 'vitest'
import { access, graphError, json, type Respond, startGraph } from './graph.fixture.ts'

const account = { access, businessAccountId: '102290129340398' }
const path = '/v24.0/102290129340398'

/** Answers each path with its JSON, and any other with success. */
const answering =
  (answers: Record<string, unknown>): Respond =>
  (req, res) =>
    json(200, answers[req.url ?? ''] ?? { success: true })(req, res)

describe('a business account', () => {
  it('has the number that is on any page of its list', async () => {
    const first = { data: [{ id: '1' }], paging: { cursors: { after: 'A' }, next: 'https://graph.example/next' } }
    const pages = (id: string) => ({
      [`${path}/phone_numbers?limit=100`]: first,
      [`${path}/phone_numbers?limit=100&after=A`]: { data: [{ id }], paging: { cursors: { after: 'B' } } },
    })
    const owner = await startGraph(answering(pages(access.phoneNumberId)))
    expect(await owner.provider.hasNumber(account)).toEqual({ ok: true, has: true })
    const other = await startGraph(answering(pages('2')))
    expect(await other.provider.hasNumber(account)).toEqual({ ok: true, has: false })
  })

  it.each([
    ['subscribes an app that is not yet', '9002', ['GET', 'GET', 'POST']],
    ['is not changed if the app is subscribed, because that would remove its callback URL', '9001', ['GET', 'GET']],
  ])('%s', async (_name, subscribed, methods) => {
    const apps = { data: [{ whatsapp_business_api_data: { id: subscribed } }] }
    const { provider, captured } = await startGraph(
      answering({ '/v24.0/app?fields=id': { id: '9001' }, [`${path}/subscribed_apps?limit=100`]: apps }),
    )
    expect(await provider.subscribeApp(account)).toEqual({ ok: true })
    expect(captured.map(({ method }) => method)).toEqual(methods)
    expect(captured.at(-1)?.url).toContain(`${path}/subscribed_apps`)
  })

  it('is not taken to be subscribed if neither the token nor the list names an app', async () => {
    const { provider } = await startGraph(answering({ [`${path}/subscribed_apps?limit=100`]: { data: [{}] } }))
    expect(await provider.subscribeApp(account)).toMatchObject({
      ok: false,
      error: { title: 'The token names no app' },
    })
  })

  it('says why a token may not use it', async () => {
    const { provider } = await startGraph(graphError(403, 200))
    expect(await provider.hasNumber(account)).toMatchObject({ ok: false, error: { code: 200 } })
    expect(await provider.subscribeApp(account)).toMatchObject({ ok: false, error: { code: 200 } })
  })
})
