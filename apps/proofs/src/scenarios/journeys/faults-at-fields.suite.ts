import { until } from '@posthorn/testkit'
import { openAsOwner, openPatiently, type WatchedPage } from '@posthorn/testkit/browser'
import type { RunningSystem } from '@posthorn/testkit/system'
import { describe, expect, it } from 'vitest'
import { wide } from './join-team.fixture.ts'

/** A form with an invalid value: its page, values and button, and the error expected at the field. */
type Row = {
  path: string
  fill: Record<string, string>
  button: string
  field: string
  says: string | RegExp
  /** A segment, channel or contact that the path needs, and the operation that creates it. */
  needs?: { post: string; body: object }
}

const longName = 'a'.repeat(300)
const phone = /Enter a phone number with its country code/

/** Each path and field is one form that a person fills in by hand. */
const rows = (system: RunningSystem): Row[] => {
  const { number } = system.account
  const channel = { post: 'channels', body: { name: `Faults ${Date.now()}`, number } }
  const contact = { post: 'contacts', body: { phone: `+4915112${String(Date.now()).slice(-6)}` } }
  return [
    {
      path: 'replies?open=new',
      fill: { Name: 'Hours', Shortcut: 'a b', Message: 'Open' },
      button: 'Save',
      field: 'Shortcut',
      says: /./,
    },
    {
      path: 'developer/webhooks?open=new',
      fill: { URLs: 'nonsense' },
      button: 'Create webhook',
      field: 'URLs',
      says: /^1: /,
    },
    {
      path: 'developer/webhooks?open=new',
      fill: { URLs: 'https://hook.example.com', 'Secret header name': 'a b', 'Secret header value': 'x' },
      button: 'Create webhook',
      field: 'Secret header name',
      says: /./,
    },
    {
      path: 'developer/keys?open=new',
      fill: { Name: 'Till', 'Limit to IP addresses': '10.0.0.0/99' },
      button: 'Create key',
      field: 'Limit to IP addresses',
      says: '1: Must be an address range such as 203.0.113.0/24.',
    },
    {
      path: 'settings/team?open=new',
      fill: { Email: 'a@b' },
      button: 'Invite',
      field: 'Email',
      says: 'Enter an email address.',
    },
    {
      path: 'me',
      fill: { 'Current password': 'a sentence that is long', 'New password': 'short' },
      button: 'Change password',
      field: 'New password',
      says: 'Use at least 12 characters.',
    },
    {
      path: 'settings/workspace',
      fill: { 'Opt-out words': longName },
      button: 'Save',
      field: 'Opt-out words',
      says: /^1: Use at most \d+ characters\.$/,
    },
    {
      path: 'numbers/connect',
      fill: {
        Name: 'North',
        'Phone number ID': 'abc',
        'WhatsApp Business Account ID': '1',
        'Access token': 'x',
        'App secret': 'x',
      },
      button: 'Connect number',
      field: 'Phone number ID',
      says: /./,
    },
    {
      path: `numbers/${number}/settings`,
      fill: { 'Messages per second': '1000000' },
      button: 'Save',
      field: 'Messages per second',
      says: /^Enter [\d,]+ or less\.$/,
    },
    {
      path: `numbers/${number}/profile`,
      fill: { Websites: 'nonsense' },
      button: 'Save',
      field: 'Websites',
      says: /^1: /,
    },
    {
      path: 'broadcasts?open=new',
      fill: { Name: longName },
      button: 'Create broadcast channel',
      field: 'Name',
      says: /^Use at most \d+ characters\.$/,
    },
    {
      path: 'broadcasts/{id}?open=new',
      needs: channel,
      fill: { Text: 'Hello', 'Test phones': '12' },
      button: 'Send test',
      field: 'Test phones',
      says: phone,
    },
    {
      path: 'broadcasts/{id}?open=new-subscribers',
      needs: channel,
      fill: { 'Phones of people who agreed': '12' },
      button: 'Add',
      field: 'Phones of people who agreed',
      says: phone,
    },
    {
      path: 'groups?open=new',
      fill: { Name: 'Team', People: '12' },
      button: 'Create group',
      field: 'People',
      says: phone,
    },
    {
      path: 'templates?open=new',
      fill: { Name: 'Not A Name', Text: 'Hello' },
      button: 'Submit for review',
      field: 'Name',
      says: 'Use lowercase letters, digits, and underscores only.',
    },
    {
      path: 'segments?open=new&tag=vip',
      fill: { Name: longName },
      button: 'Save',
      field: 'Name',
      says: /^Use at most \d+ characters\.$/,
    },
    { path: 'contacts?open=new', fill: { Phone: '12' }, button: 'Add contact', field: 'Phone', says: phone },
    {
      path: 'contacts/{id}',
      needs: contact,
      fill: { Email: 'a@b' },
      button: 'Save',
      field: 'Email',
      says: 'Enter an email address.',
    },
  ]
}

/** Forms show each error at its field, in plain words. */
export function faultsAtFields(system: () => RunningSystem): void {
  describe('forms of the dashboard', () => {
    it('show what is wrong at the field that is wrong', async () => {
      await using watched = await openAsOwner(system(), wide)
      watched.page.setDefaultTimeout(30_000)
      const found: unknown[] = []
      for (const row of rows(system())) {
        // A row that throws is reported along with the others.
        const shown = await shownBy(watched.page, system(), row).catch(String)
        found.push([row.path, row.field, shown])
      }
      expect(found).toEqual(rows(system()).map(({ path, field, says }) => [path, field, expect.stringMatching(says)]))
    })

    it('show a password that is too short at its field where an owner signs up', async () => {
      const posthorn: RunningSystem['posthorn'] = (...args) => system().posthorn(...args)
      const { id } = await posthorn<{ id: string }>('operator', 'workspace', 'create', 'Sign-up')
      const { link } = await posthorn<{ link: string }>('operator', 'workspace', 'welcome', id)
      await using watched = await openPatiently(system(), wide)
      const { page } = watched
      await page.goto(link)
      await page.getByLabel('Name', { exact: true }).fill('Grace Hopper')
      await page.getByLabel('Email').fill('grace@sign-up.example.com')
      const password = page.getByLabel('Password', { exact: true })
      await password.fill('short')
      await page.getByLabel('Workspace name').fill('Sign-up')
      await page.getByRole('button', { name: 'Get started' }).click()
      await password.and(page.locator('[aria-invalid=true]:focus')).waitFor()
      const ids = ((await password.getAttribute('aria-describedby')) ?? '').split(' ')
      const said = ids
        .filter((each) => each.endsWith('-error'))
        .map((each) => page.locator(`[id="${each}"]`).textContent())
      expect(await Promise.all(said)).toEqual(['Use at least 12 characters.'])
      expect(await page.getByRole('alert').count()).toBe(0)
    })

    it('say it in the language of the reader, until the value changes', async () => {
      await using watched = await openAsOwner(system(), wide)
      const { page } = watched
      await page.evaluate(`localStorage.setItem('posthorn.language', 'de')`)
      await page.goto(`/app/${system().account.workspace}/settings/team?open=new`)
      const email = page.locator('form').getByLabel('E-Mail', { exact: true })
      await email.fill('a@b')
      await page.getByRole('dialog').getByRole('button', { name: 'Einladen' }).click()
      await page.getByText('Bitte eine E-Mail-Adresse eingeben.').waitFor()
      await email.and(page.locator(':focus')).waitFor()
      await email.fill('a@b.example.com')
      await page.getByText('Bitte eine E-Mail-Adresse eingeben.').waitFor({ state: 'detached' })
    })

    it('offer countries, languages and time zones by name', async () => {
      await using watched = await openAsOwner(system(), wide)
      const { page } = watched
      const { workspace, number } = system().account
      await page.goto(`/app/${workspace}/settings/workspace`)
      await page.getByLabel('Country').selectOption({ label: 'Germany (DE)' })
      await page.getByRole('button', { name: 'Save' }).first().click()
      const country = async () =>
        (await system().ok<{ settings: { country: string | null } }>('GET', '/v1/workspace')).settings.country
      await until(async () => (await country()) === 'DE', { describe: 'the country to be stored' })
      await page.goto(`/app/${workspace}/templates?open=new`)
      await page.getByLabel('Language').selectOption({ label: 'German (de)' })
      await page.goto(`/app/${workspace}/numbers/${number}/settings`)
      await page.getByLabel('Time zone for quiet hours').selectOption('Europe/Berlin')
      await system().ok('PATCH', '/v1/workspace', { body: { settings: { country: null } } })
    })
  })
}

type Page = WatchedPage['page']

/** Fills in the form of a row and presses its button. Returns the error that is shown at the field. */
async function shownBy(page: Page, system: RunningSystem, row: Row): Promise<string> {
  const made = row.needs && (await system.ok<{ id: string }>('POST', `/v1/${row.needs.post}`, { body: row.needs.body }))
  await page.goto(`/app/${system.account.workspace}/${row.path.replace('{id}', made?.id ?? '')}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  // The form is on the page or in its drawer.
  const panel = page.locator('main form, main section, [role=dialog] form')
  for (const [label, value] of Object.entries(row.fill)) {
    await panel.getByLabel(label, { exact: true }).first().fill(value)
  }
  const field = panel.getByLabel(row.field, { exact: true }).first()
  const form = page.locator('form, section').filter({ has: page.getByLabel(row.field, { exact: true }) })
  const button = form.getByRole('button', { name: row.button, exact: true }).last()
  if (await button.isEnabled()) await button.click()
  const wrong = panel.locator('[aria-invalid=true]')
  await wrong
    .first()
    .waitFor({ timeout: 20_000 })
    .catch(() => {})
  if ((await page.content()).includes('Some fields are not valid')) return 'the sentence for programs'
  const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ')
  const texts = await Promise.all(
    ids.filter((id) => id.endsWith('-error')).map((id) => page.locator(`[id="${id}"]`).textContent()),
  )
  return texts.join(' ')
}
