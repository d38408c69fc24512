import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { api as client } from '../../api/api.ts'
import { uploadTimeoutMs } from '../../api/request.ts'
import { openApp } from '../../opened-app.fixture.tsx'

const counts = { rows: 303, created: 300, updated: 0, skipped: 2, failed: 1 }
const found = { id: 'imp_1', status: 'finished', dryRun: false, counts, createdAt: '2026-11-27T10:00:00.000Z' }
const whole = { ...found, mapping: {}, tags: [], progress: 1, error: null, onDuplicate: 'skip', completedAt: null }
const drawer = page.getByRole('dialog')
const csv = new File(['Phone;Plan\n+15550001;gold\n'], 'regulars.csv', { type: 'text/csv' })

/** Drops a file on the form's button. */
async function drop(file: File) {
  const button = drawer.getByRole('button', { name: 'File', exact: true })
  await expect.element(button).toBeVisible()
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file)
  button.element().dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
}

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
    const read = vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValueOnce(new DOMException('', 'NotFoundError'))
    await drop(new File(['x'], 'customers'))
    await expect.element(page.getByText('customers cannot be read. Choose a file, not a folder.')).toBeVisible()
    await expect.element(drawer.getByRole('button', { name: 'Start dry run' })).toBeDisabled()
    read.mockRestore()
  })

  it('read the columns of a file that is dropped on the button, and ask before discarding it', async () => {
    await openApp('imports?open=new', { 'GET /v1/imports': [found] })
    await drop(csv)
    await expect.element(drawer.getByRole('button', { name: 'File: regulars.csv' })).toBeVisible()
    await expect.element(drawer.getByRole('combobox', { name: 'Column Plan' })).toBeVisible()
    await expect.element(drawer.getByRole('button', { name: 'Start dry run' })).toBeEnabled()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog', { name: 'Discard changes' })).toBeVisible()
  })

  it('are created once, also if the file is submitted again after a lost response', async () => {
    const create = 'POST /v1/imports'
    const api = await openApp('imports?open=new', {
      'GET /v1/imports': [found],
      'GET /v1/imports/imp_1': whole,
      [create]: () => {
        throw new TypeError('Failed to fetch')
      },
    })
    await drop(csv)
    const start = drawer.getByRole('button', { name: 'Start dry run' })
    await start.click()
    await expect.element(drawer.getByText(/nothing happens twice/)).toBeVisible()
    api.answers[create] = whole
    await start.click()
    await expect.poll(() => location.pathname).toMatch(/imp_1$/)
    expect(new Set(api.of(create).map(({ key }) => key)).size).toBe(1)
  })
})

it('an import has the time that a large file needs on a slow connection', async () => {
  const create = vi.spyOn(client.imports, 'create')
  try {
    await openApp('imports?open=new', {
      'GET /v1/imports': [found],
      'GET /v1/imports/imp_1': whole,
      'POST /v1/imports': whole,
    })
    await drop(csv)
    await drawer.getByRole('button', { name: 'Start dry run' }).click()
    await expect.poll(() => create.mock.calls[0]?.[1]?.timeoutMs).toBe(uploadTimeoutMs)
  } finally {
    create.mockRestore()
  }
})
