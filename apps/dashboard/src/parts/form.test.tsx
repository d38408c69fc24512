import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { json, openApp, refusal } from '../opened-app.fixture.tsx'

const name = page.getByRole('textbox', { name: 'Name' })
const save = page.getByRole('button', { name: 'Create broadcast channel' })
const tooLong = 'Use at most 100 characters.'
const open = (path: string, message: string) =>
  openApp('broadcasts?open=new', { 'POST /v1/channels': () => refusal(path, message) })

describe('a form', () => {
  it('is checked by the rules of the contract before it is sent', async () => {
    const api = await open('name', 'is not reached')
    await name.fill('x'.repeat(129))
    await save.click()
    await expect.element(page.getByText('Use at most 128 characters.')).toBeVisible()
    await expect.element(name).toHaveFocus()
    await name.fill(' ')
    await save.click()
    await expect.element(page.getByText('This field is required.')).toBeVisible()
    expect(api.of('POST /v1/channels')).toEqual([])
    await name.fill('Regulars')
    await save.click()
    await expect.poll(() => api.of('POST /v1/channels').length).toBe(1)
  })

  it('shows an error at its field, with the focus and what was typed, until the value changes', async () => {
    await open('name', 'must have at most 100 characters (got 300)')
    await name.fill('Regulars')
    await save.click()
    await expect.element(page.getByText(tooLong)).toBeVisible()
    await expect.element(name).toHaveFocus()
    await expect.element(name).toHaveValue('Regulars')
    await name.fill('Regular')
    await expect.element(page.getByText(tooLong)).not.toBeInTheDocument()
  })

  it.each([
    ['limits.total', 'limits.total: Enter 1 or more.'],
    ['names.0.description', 'Description: Enter 1 or more.'],
  ])('shows an error without a field below its fields, with the name of what is wrong: %s', async (path, sentence) => {
    await open(path, 'must be at least 1')
    await name.fill('Regulars')
    await save.click()
    await expect.element(page.getByText(sentence)).toBeVisible()
  })
})

it.each([
  ['Expires', { kind: 'keys', typed: '01012099', button: 'Create key', fault: 'Enter a date and a time.' }],
  ['Deliveries per second', { kind: 'webhooks', typed: '-', button: 'Create webhook', fault: 'Enter a number.' }],
])('a form is not sent while the browser cannot read its field: %s', async (label, { kind, typed, button, fault }) => {
  const api = await openApp(`developer/${kind}?open=new`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('CRM')
  const field = page.getByLabelText(label, { exact: true })
  field.element().focus()
  await userEvent.keyboard(typed)
  await expect.poll(() => (field.element() as HTMLInputElement).validity.badInput).toBe(true)
  await page.getByRole('button', { name: button }).click()
  await expect.element(page.getByText(fault)).toBeVisible()
  expect(api.of(`POST /v1/${kind}`)).toEqual([])
})

declare const scheduler: { postTask(task: () => void, options: { priority: 'user-blocking' }): Promise<void> }

/** Presses a button twice, the second time before anything with less urgency than input has run. */
async function pressTwice(button: HTMLElement | SVGElement) {
  const press = () => scheduler.postTask(() => (button as HTMLElement).click(), { priority: 'user-blocking' })
  await Promise.all([press(), press()])
}

describe('a second press that follows at once', () => {
  it('does not submit a form again', async () => {
    const api = await openApp('broadcasts?open=new', { 'POST /v1/channels': { id: 'chn_1', name: 'Regulars' } })
    await name.fill('Regulars')
    await pressTwice(save.element())
    await expect.poll(() => location.pathname).toMatch(/chn_1$/)
    expect(api.of('POST /v1/channels')).toHaveLength(1)
  })

  it('does not run the action of a button again', async () => {
    const webhook = { id: 'whk_1', name: 'CRM', urls: [], events: [], endpoints: [], status: 'active' }
    const api = await openApp('developer/webhooks/whk_1', {
      'GET /v1/webhooks/whk_1': webhook,
      'POST /v1/webhooks/whk_1/pause': () => json({ ...webhook, status: 'paused' }),
    })
    const pause = page.getByRole('button', { name: 'Pause' })
    await expect.element(pause).toBeVisible()
    await pressTwice(pause.element())
    await expect.element(page.getByText(/^Webhook paused/)).toBeVisible()
    expect(api.of('POST /v1/webhooks/whk_1/pause')).toHaveLength(1)
  })
})
