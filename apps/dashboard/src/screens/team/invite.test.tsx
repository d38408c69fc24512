import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '../../api/api.ts'
import { type Asked, openApp } from '../../opened-app.fixture.tsx'

const dialog = page.getByRole('dialog')
const form = page.getByRole('dialog', { name: 'Invite' })
const field = (name: string) => form.getByRole('textbox', { name, exact: true })
const button = form.getByRole('button', { name: 'Invite' })

const invited = ({ body }: Asked) => {
  const { email, role } = body as { email: string; role: string }
  const token = email.split('@')[0]
  return {
    id: `tin_${token}`,
    email,
    role,
    expiresAt: '2099-01-01T09:00:00.000Z',
    mailStatus: null,
    link: `/app/x#${token}`,
  }
}

const duplicate = () =>
  Response.json(
    { status: 409, errorCode: 'member:duplicate', message: 'This person is already in the team.', errors: [] },
    { status: 409 },
  )

it('several people are invited in one step, each with a role, and each gets a link', async () => {
  const api = await openApp('settings/team?open=new', { 'POST /v1/invitations': invited })
  await field('Email').fill('grace@example.com')
  await field('Email 2').fill('alan@example.com')
  await form.getByRole('radiogroup', { name: 'Role of alan@example.com' }).getByText('Viewer').click()
  await button.click()
  await expect.element(dialog.getByText(`${location.origin}/app/x#grace`)).toBeVisible()
  await expect.element(dialog.getByText(`${location.origin}/app/x#alan`)).toBeVisible()
  expect(api.of('POST /v1/invitations').map(({ body }) => body)).toEqual([
    { email: 'grace@example.com', role: 'agent' },
    { email: 'alan@example.com', role: 'viewer' },
  ])
  await dialog.getByRole('button', { name: "I've saved it" }).click()
  await expect.element(form).not.toBeInTheDocument()
})

it('someone who cannot be invited keeps no one else from it, and stays in the form with the reason', async () => {
  const invite = (asked: Asked) =>
    (asked.body as { email: string }).email.startsWith('ada') ? duplicate() : invited(asked)
  const api = await openApp('settings/team?open=new', { 'POST /v1/invitations': invite })
  await field('Email').fill('ada@example.com')
  await field('Email 2').fill('alan@example.com')
  await button.click()
  await expect.element(dialog.getByText(`${location.origin}/app/x#alan`)).toBeVisible()
  await dialog.getByRole('button', { name: "I've saved it" }).click()
  await expect.element(field('Email')).toHaveValue('ada@example.com')
  await expect.element(form.getByText('A member with this email address already exists.')).toBeVisible()
  await field('Email').fill('grace@example.com')
  await button.click()
  await expect.element(dialog.getByText(`${location.origin}/app/x#grace`)).toBeVisible()
  expect(api.of('POST /v1/invitations')).toHaveLength(3)
})

it('someone is invited once, also if the form is submitted again after a lost response', async () => {
  const invite = 'POST /v1/invitations'
  const api = await openApp('settings/team?open=new', {
    [invite]: () => Promise.reject(new TypeError('Failed to fetch')),
  })
  await field('Email').fill('grace@example.com')
  await button.click()
  await expect.element(form.getByText(/^No response, so it may have been done/)).toBeVisible()
  api.answers[invite] = invited
  await button.click()
  await expect.element(dialog.getByText(`${location.origin}/app/x#grace`)).toBeVisible()
  expect(new Set(api.of(invite).map(({ key }) => key)).size).toBe(1)
})

it('the first line may be empty if another has an address', async () => {
  const api = await openApp('settings/team?open=new', { 'POST /v1/invitations': invited })
  await field('Email').fill('grace@example.com')
  await field('Email 2').fill('alan@example.com')
  await field('Email').fill('')
  await button.click()
  await expect.element(dialog.getByText(`${location.origin}/app/x#alan`)).toBeVisible()
  expect(api.of('POST /v1/invitations')).toHaveLength(1)
})

it('an empty form says that an address is missing, and sends nothing', async () => {
  const api = await openApp('settings/team?open=new')
  await button.click()
  await expect.element(field('Email')).toHaveAttribute('aria-invalid', 'true')
  expect(api.of('POST /v1/invitations')).toEqual([])
})

it('an address that is entered twice is refused on its second line, before anyone is invited', async () => {
  const api = await openApp('settings/team?open=new', { 'POST /v1/invitations': invited })
  await field('Email').fill('grace@example.com')
  await field('Email 2').fill('Grace@example.com ')
  await button.click()
  await expect.element(field('Email 2')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(form.getByText('This address is already on another line.')).toBeVisible()
  expect(api.of('POST /v1/invitations')).toEqual([])
})

it('an invitation whose mail was refused says so, and what to do', async () => {
  const made = {
    id: 'tin_1',
    email: 'grace@example.com',
    role: 'agent',
    numbers: null,
    createdAt: '2026-11-29T09:00:00.000Z',
  }
  const of = (mailStatus: string) => ({
    'GET /v1/invitations': [{ ...made, expiresAt: '2099-01-01T09:00:00.000Z', mailStatus }],
  })
  const api = await openApp('settings/team', of('waiting'))
  await expect.element(page.getByText('Not sent yet')).toBeVisible()
  Object.assign(api.answers, of('failed'))
  await queryClient.invalidateQueries()
  await expect.element(page.getByText(/^Could not be delivered\./)).toBeVisible()
})
