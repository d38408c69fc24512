import { until } from '@posthorn/testkit'
import { openAsOwner, openPatiently, patienceMs, type WatchedPage } from '@posthorn/testkit/browser'
import { listen, type RunningSystem } from '@posthorn/testkit/system'
import { describe, expect, it } from 'vitest'
import { newCustomer, write } from './customers.ts'
import { journeyMs, keepsNobodyOut, phoneInTheDark, readable, wide } from './join-team.fixture.ts'

type Delivery = { attempts: number; status: string }
type Receiver = Awaited<ReturnType<typeof listen>>

/** How many events the receiver rejects before it is fixed, and accepts afterwards. */
const [refused, accepted] = [3, 2]
/** After this many attempts, the next one is minutes away. */
const attemptsBefore = 3

/** A receiver fails and is fixed. The missed events are selected on the webhook's timeline and replayed. */
export function replayARange(system: () => RunningSystem): void {
  describe('the timeline of a webhook', () => {
    it(
      'shows what a broken receiver missed, delivers it again, and says how it answers now',
      async () => {
        let isBroken = true
        await using hook = await listen(system(), {
          events: ['message:in'],
          respond: () => ({ status: isBroken ? 500 : 200 }),
        })
        await happens(system(), hook, { events: refused, attempts: attemptsBefore })
        isBroken = false
        await happens(system(), hook, { events: accepted, attempts: 1 })
        await using watched = await openAsOwner(system(), wide)
        const path = `/app/${system().account.workspace}/developer/webhooks/${hook.id}/timeline`
        await readable(watched, `${path}?span=hour`)
        await chooseByPointer(watched)
        await replayFailed(watched)
        const { requests } = hook.receiver
        const again = requests.filter(({ headers }) => headers['webhook-replay'] === 'true')
        expect(again.map(({ status, verified }) => ({ status, verified }))).toEqual(
          Array.from({ length: refused }, () => ({ status: 200, verified: true })),
        )
        await chooseByKeys(watched)
        const storageState = await watched.page.context().storageState()
        await using phone = await openPatiently(system(), { ...phoneInTheDark, locale: 'de', storageState })
        await readable(phone, `${path}${new URL(watched.page.url()).search}`)
        await phone.page.getByText(`${refused} von ${refused} jetzt erfolgreich`).waitFor()
        for (const { strayRequests, consoleErrors } of [watched, phone])
          expect({ strayRequests, consoleErrors }).toEqual({ strayRequests: [], consoleErrors: [] })
      },
      journeyMs,
    )
  })
}

/** Has customers send messages in turn, and waits until the webhook has attempted each delivery this many times. */
async function happens(system: RunningSystem, { id }: Receiver, of: { events: number; attempts: number }) {
  const deliveries = () => system.ok<Delivery[]>('GET', `/v1/webhooks/${id}/deliveries`)
  const before = (await deliveries()).length
  for (let i = 0; i < of.events; i += 1) await write(system, newCustomer(), 'Where is my parcel?')
  await until(
    async () => {
      const [newest, all] = [(await deliveries()).slice(0, of.events), await deliveries()]
      return all.length === before + of.events && newest.every(({ attempts }) => attempts === of.attempts)
    },
    { timeoutMs: 120_000, describe: `${of.attempts} attempts of each delivery` },
  )
}

/** The line with a range's counts. Other journeys also create events in the range. */
const counted = (failed: number) => new RegExp(`^\\d+ events, ${failed} failed$`)

/** Dragging over the newest section selects it. The fields and URL show the range, and its events are counted. */
async function chooseByPointer({ page }: WatchedPage): Promise<void> {
  await page.getByText(`${refused} missed before a successful one`).waitFor()
  const line = page.locator('svg[viewBox]:has([data-answer])')
  const { x, y, width, height } = (await line.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + width * 0.6, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.8, y + height / 2, { steps: 4 })
  await page.mouse.move(x + width - 1, y + height / 2, { steps: 4 })
  await page.mouse.up()
  await page.getByText(counted(refused)).waitFor()
  expect(new URL(page.url()).searchParams.get('from')).toMatch(/^\d{4}-/)
  expect(await page.getByLabel('From', { exact: true }).inputValue()).not.toBe('')
}

/** Replays the failed events. The screen shows the new results. */
async function replayFailed({ page }: WatchedPage): Promise<void> {
  await page.getByRole('button', { name: 'Replay failed events' }).click()
  await page.getByText(`${refused} of ${refused} now succeed`).waitFor()
  await page.getByText(`Before: 0 succeeded, ${refused} rejected, 0 no response, 0 never attempted.`).waitFor()
  await page.getByText(counted(0)).waitFor()
  await page.getByText('0 missed before a successful one').waitFor()
  await page.getByText('Show as table').click()
  expect(await page.getByRole('table', { name: 'Deliveries' }).getByRole('link').count()).toBe(refused + accepted)
  await keepsNobodyOut(page)
}

/** Arrow keys move one end of the range, and a field sets its time. */
async function chooseByKeys({ page }: WatchedPage): Promise<void> {
  const from = () => new URL(page.url()).searchParams.get('from')
  const drawn = from()
  await page.getByLabel('Start of the range').press('ArrowLeft')
  await expect.poll(from, { timeout: patienceMs }).not.toBe(drawn)
  const moved = from()
  const anHourAgo = new Date(Date.now() - 3_600_000)
  await page.getByLabel('From', { exact: true }).fill(localSecondOf(anHourAgo))
  await expect.poll(from, { timeout: patienceMs }).not.toBe(moved)
  await page.getByText(counted(0)).waitFor()
}

/** Formats a time for a field. This program and its browser have the same time zone. */
const localSecondOf = (at: Date) => new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
