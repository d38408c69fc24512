import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { json, openApp } from '../../opened-app.fixture.tsx'

const template = (language: string) => ({
  id: `tpl_${language}`,
  name: 'sale',
  language,
  status: 'APPROVED',
  category: 'MARKETING',
  body: 'Sale',
  variables: [],
})

it('a template that is selected in two languages is deleted without an error', async () => {
  const gone = { status: 404, errorCode: 'template:not_found', message: 'No such template.', errors: [] }
  let stored = [template('en'), template('de')]
  const api = await openApp('templates', {
    'GET /v1/numbers/num_1/templates': () => stored,
    'DELETE /v1/numbers/num_1/templates/sale': () => {
      if (stored.length === 0) return json(gone, 404)
      stored = []
      return {}
    },
  })
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => api.of('DELETE /v1/numbers/num_1/templates/sale').length).toBe(2)
  await expect.element(page.getByText('No templates yet.')).toBeVisible()
  await expect.element(page.getByText('Something went wrong')).not.toBeInTheDocument()
})
