import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '../../opened-app.fixture.tsx'

const counts = { rows: 303, created: 300, updated: 0, skipped: 2, failed: 1 }
const found = { id: 'imp_1', status: 'finished', dryRun: false, counts, createdAt: '2026-11-27T10:00:00.000Z' }
const drawer = page.getByRole('dialog')

describe('the imports', () => {
  it('stand alone on their page, and a new one begins in the drawer', async () => {
    await openApp('imports', { 'GET /v1/imports': [found] })
    await expect.element(page.getByRole('row').filter({ hasText: '303' })).toBeVisible()
    await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument()
    await userEvent.keyboard('n')
    await expect.element(drawer.getByRole('button', { name: 'Start dry run' })).toBeDisabled()
    expect(location.search).toBe('?open=new')
  })

  it('say what they are for while there are none', async () => {
    await openApp('imports', { 'GET /v1/imports': [] })
    await expect.element(page.getByText('No imports yet.')).toBeVisible()
    await page.getByRole('button', { name: 'New import' }).click()
    await expect.element(drawer.getByRole('textbox', { name: 'Tags for all contacts' })).toBeVisible()
  })

  it('say so if a folder is dropped, and keep the form empty', async () => {
    await openApp('imports?open=new', { 'GET /v1/imports': [found] })
    const button = drawer.getByRole('button', { name: 'File', exact: true })
    await expect.element(button).toBeVisible()
    const data = new DataTransfer()
    data.items.add(new File(['x'], 'customers'))
    const read = vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValueOnce(new DOMException('', 'NotFoundError'))
    button.element().dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
    await expect.element(page.getByText('customers cannot be read. Choose a file, not a folder.')).toBeVisible()
    await expect.element(drawer.getByRole('button', { name: 'Start dry run' })).toBeDisabled()
    read.mockRestore()
  })

  it('read the columns of a file that is dropped on the button, and ask before discarding it', async () => {
    await openApp('imports?open=new', { 'GET /v1/imports': [found] })
    const button = drawer.getByRole('button', { name: 'File', exact: true })
    await expect.element(button).toBeVisible()
    const data = new DataTransfer()
    data.items.add(new File(['Phone;Plan\n+15550001;gold\n'], 'regulars.csv', { type: 'text/csv' }))
    button.element().dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
    await expect.element(drawer.getByRole('button', { name: 'File: regulars.csv' })).toBeVisible()
    await expect.element(drawer.getByRole('combobox', { name: 'Column Plan' })).toBeVisible()
    await expect.element(drawer.getByRole('button', { name: 'Start dry run' })).toBeEnabled()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog', { name: 'Discard changes' })).toBeVisible()
  })

  it('are created once, also if the file is submitted again after a lost response', async () => {
    const create = 'POST /v1/imports'
    const whole = { ...found, mapping: {}, tags: [], progress: 1, error: null, onDuplicate: 'skip', completedAt: null }
    const api = await openApp('imports?open=new', {
      'GET /v1/imports': [found],
      'GET /v1/imports/imp_1': whole,
      [create]: () => {
        throw new TypeError('Failed to fetch')
      },
    })
    const button = drawer.getByRole('button', { name: 'File', exact: true })
    await expect.element(button).toBeVisible()
    const data = new DataTransfer()
    data.items.add(new File(['Phone;Plan\n+15550001;gold\n'], 'regulars.csv', { type: 'text/csv' }))
    button.element().dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
    const start = drawer.getByRole('button', { name: 'Start dry run' })
    await start.click()
    await expect.element(drawer.getByText(/nothing happens twice/)).toBeVisible()
    api.answers[create] = whole
    await start.click()
    await expect.poll(() => location.pathname).toMatch(/imp_1$/)
    expect(new Set(api.of(create).map(({ key }) => key)).size).toBe(1)
  })
})
