import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../../opened-app.fixture.tsx'

const number = {
  id: 'num_1',
  name: 'Shop',
  status: 'active',
  session: { status: 'online' },
  default: true,
  queue: null,
}
const template = (language: string) => ({
  id: `tpl_${language}`,
  name: 'parcel',
  language,
  category: 'UTILITY',
  status: 'APPROVED',
  rejectedReason: null,
  body: 'On its way.',
  variables: [],
})

it('both languages of a template are deleted at once, because the provider deletes them together', async () => {
  const missing = { status: 404, errorCode: 'template:not_found', message: 'There is no such template.', errors: [] }
  const answers = [{ name: 'parcel', deleted: true }]
  await openApp('templates', {
    'GET /v1/numbers/num_1/templates': [template('en'), template('de')],
    'DELETE /v1/numbers/num_1/templates/parcel': () => answers.pop() ?? Response.json(missing, { status: 404 }),
  })
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/^parcel will be deleted in all languages/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByRole('toolbar')).not.toBeInTheDocument()
  await expect.element(page.getByText('There is no such template.')).not.toBeInTheDocument()
})

it('a workspace without a number has no templates, and can submit none', async () => {
  await openApp('templates', { 'GET /v1/numbers': [] })
  await expect.element(page.getByText('No templates yet.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'New template' })).not.toBeInTheDocument()
})

it('the buttons of a new template have numbered labels', async () => {
  await openApp('templates?open=new', { 'GET /v1/numbers': [number], 'GET /v1/numbers/num_1/templates': [] })
  const drawer = page.getByRole('dialog')
  for (const place of [1, 2]) {
    await drawer.getByRole('button', { name: 'Add button' }).click()
    await expect.element(drawer.getByRole('group', { name: `Button ${place}` })).toBeVisible()
  }
})

it('a new template is for the number whose templates are shown', async () => {
  await openApp('templates?number=num_2', {
    'GET /v1/numbers': [number, { ...number, id: 'num_2', name: 'North', default: false }],
    'GET /v1/numbers/num_2/templates': [template('en')],
  })
  await page.getByRole('button', { name: 'New template' }).click()
  await expect.element(page.getByRole('dialog').getByLabelText('Send from')).toHaveValue('num_2')
})
