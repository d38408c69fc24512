import { afterAll, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp, refusal } from '../../opened-app.fixture.tsx'

const [width, height] = [window.innerWidth, window.innerHeight]
afterAll(() => page.viewport(width, height))

const counts = { ok: 0, refused: 0, silent: 0, waiting: 0 }
const day = (time: string) => `2026-11-28T${time}:00.000Z`
const [since, until] = [day('00:00'), day('23:59')]
const webhook = { id: 'whk_1', name: 'CRM', urls: [], events: ['*'], number: null, status: 'active', endpoints: [] }
const statistics = {
  from: since,
  to: until,
  interval: 'minute',
  total: { ...counts, p95: null },
  backlog: { deliveries: 0, oldestAt: null },
  holes: [],
  intervals: [],
}

it.each([
  ['at the beginning', day('00:00'), day('00:08')],
  ['in the middle', day('12:00'), day('12:08')],
  ['at the end', day('23:50'), day('23:58')],
])('the handles of a short range stay apart, and are large enough to hit: %s', async (_name, from, to) => {
  for (const size of [390, 768]) {
    await page.viewport(size, 900)
    await openApp(`developer/webhooks/whk_1/timeline?${new URLSearchParams({ since, until, from, to })}`, {
      'GET /v1/webhooks/whk_1': webhook,
      'GET /v1/webhooks/whk_1/statistics': statistics,
    })
    const handles = page.getByRole('slider')
    await expect.element(handles.first()).toBeVisible()
    const [first, last] = handles.elements().map((each) => each.getBoundingClientRect())
    expect(first?.width).toBeGreaterThanOrEqual(24)
    expect(Math.round((last?.left ?? 0) - (first?.right ?? 0))).toBeGreaterThanOrEqual(0)
    expect(first?.left).toBeGreaterThanOrEqual(0)
    expect(last?.right).toBeLessThanOrEqual(size)
  }
})

it('a range is replayed as its fields show it: a time that would turn it around is not kept', async () => {
  await openApp(`developer/webhooks/whk_1/timeline?${new URLSearchParams({ since, until, from: since, to: until })}`, {
    'GET /v1/webhooks/whk_1': webhook,
    'GET /v1/webhooks/whk_1/statistics': statistics,
  })
  const field = page.getByLabelText('To', { exact: true })
  await expect.element(field).toBeVisible()
  const { value } = field.element() as HTMLInputElement
  await field.fill('2026-11-01T12:00:00')
  await expect.element(field).toBeInvalid()
  await page.getByLabelText('From', { exact: true }).click()
  await expect.element(field).toHaveValue(value)
  await expect.element(field).toBeValid()
})

it('a range that cannot be replayed is not counted forever: the form says why', async () => {
  await openApp(`developer/webhooks/whk_1/timeline?${new URLSearchParams({ since, until, from: since, to: until })}`, {
    'GET /v1/webhooks/whk_1': webhook,
    'GET /v1/webhooks/whk_1/statistics': statistics,
    'POST /v1/webhooks/whk_1/replays/preview': () => refusal('from', 'must be at most 30 days ago'),
  })
  await expect.element(page.getByText(/at most 30 days ago/)).toBeVisible()
})

it('events are replayed once, also if the button is pressed again after a lost response', async () => {
  const create = 'POST /v1/webhooks/whk_1/replays'
  const api = await openApp(
    `developer/webhooks/whk_1/timeline?${new URLSearchParams({ since, until, from: since, to: until })}`,
    {
      'GET /v1/me': {
        workspace: { id: 'wsp_1', name: 'Umbrellas' },
        member: { id: 'mem_1', name: 'Ada', email: 'ada@example.com', role: 'owner', numbers: null },
        may: ['replays.create'],
      },
      'GET /v1/webhooks/whk_1': webhook,
      'GET /v1/webhooks/whk_1/statistics': statistics,
      'POST /v1/webhooks/whk_1/replays/preview': { events: 3, failed: 1, waiting: 1 },
      [create]: () => {
        throw new TypeError('Failed to fetch')
      },
    },
  )
  const keys = () => new Set(api.of(create).map(({ key }) => key))
  await expect.element(page.getByText('3 events, 2 failed or waiting')).toBeVisible()
  const button = page.getByRole('button', { name: 'Replay all events' })
  // A notification may cover the button.
  const press = async () => {
    await expect.element(button).toBeEnabled()
    ;(button.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
  }
  await press()
  await expect.element(page.getByText(/^No response, so it may have been done/)).toBeVisible()
  api.answers[create] = { id: 'rpl_1' }
  await press()
  await expect.element(page.getByText('Replay started.')).toBeVisible()
  expect(keys().size).toBe(1)
  await press()
  await expect.poll(() => keys().size).toBe(2)
})

it('a replay that waits for its paused webhook is shown as paused, without a result', async () => {
  const none = { ok: 0, refused: 0, silent: 0 }
  const replay = {
    id: 'rpl_1',
    webhook: 'whk_1',
    from: since,
    to: until,
    position: since,
    status: 'running',
    queued: 0,
  }
  await openApp('developer/webhooks/whk_1/replays', {
    'GET /v1/webhooks/whk_1': { ...webhook, status: 'paused' },
    'GET /v1/webhooks/whk_1/replays': [{ ...replay, speed: null, before: { ...none, none: 0 }, now: none }],
  })
  const table = page.getByRole('table', { name: 'Replays' })
  await expect.element(table.getByText('Paused')).toBeVisible()
  await expect.element(table.getByText('0 of 0')).not.toBeInTheDocument()
})

it.each([
  ['posthorn', 'Request body'],
  ['graph', 'Event'],
])('a delivery says first why its attempts failed, and then what was sent, in the format %s', async (format, title) => {
  const at = '2026-11-29T10:00:00.000Z'
  const attempt = { number: 1, startedAt: at, latencyMs: 5, httpStatus: null, error: 'No answer', responseHeaders: {} }
  await openApp('developer/deliveries/dlv_1', {
    'GET /v1/deliveries/dlv_1': {
      id: 'dlv_1',
      webhook: 'whk_1',
      url: 'https://a.example.com',
      status: 'exhausted',
      event: { id: 'evt_1', event: 'message:in', sequence: 1 },
      attemptLog: [{ ...attempt, responseBody: '' }],
      nextAttemptAt: null,
      completedAt: at,
      createdAt: at,
    },
    'GET /v1/events/evt_1': { id: 'evt_1', event: 'message:in' },
    'GET /v1/webhooks/whk_1': { ...webhook, format },
  })
  await expect.element(page.getByRole('heading', { name: /No answer/ })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
  const panels = page
    .getByRole('region')
    .elements()
    .map((panel) => panel.getAttribute('aria-label'))
  expect(panels.indexOf('Attempts')).toBeLessThan(panels.indexOf(title))
})

// Last, because the page keeps what it learned about the clocks.
it('the timeline ends now by the clock of the server, even if that of the computer is an hour ahead', async () => {
  const serverMs = Date.now() - 3_600_000
  const headers = { Date: new Date(serverMs).toUTCString() }
  const route = 'GET /v1/webhooks/whk_1/statistics'
  const api = await openApp('developer/webhooks/whk_1/timeline', {
    'GET /v1/webhooks/whk_1': () => Response.json(webhook, { headers }),
    [route]: statistics,
  })
  const aheadMs = () => Date.parse(api.of(route).at(-1)?.search.get('to') ?? '') - serverMs
  await expect.poll(() => Math.abs(aheadMs())).toBeLessThan(60_000)
})
