// Offers a test key for the tester to people who are signed in to the dashboard. The key exists only in this page and is never stored.

/** Saved before the tester's requests lose their cookies. */
const fetchAsPerson = globalThis.fetch.bind(globalThis)
const keyHours = 8

const dialog = document.querySelector('dialog.key')
const [form, password, workspaces, problem, create] = [
  'form',
  '[name="password"]',
  '[name="workspace"]',
  '[role="alert"]',
  'button[data-for="admin"]',
].map((selector) => dialog.querySelector(selector))

let person

/** Calls the server as the person, and throws its error. Shows the field for the password if the server wants it again. */
async function ask(method, path, { body, workspace } = {}) {
  const headers = { 'Content-Type': 'application/json' }
  if (method !== 'GET') headers.Csrf = person.csrf
  if (workspace !== undefined) headers.Workspace = workspace
  const answer = await fetchAsPerson(path, { method, headers, body: body && JSON.stringify(body) })
  const json = await answer.json().catch(() => ({}))
  if (json.errorCode === 'confirmation:required') {
    password.parentElement.hidden = false
    password.focus()
  }
  if (!answer.ok) throw new Error(json.errors?.[0]?.message ?? json.message ?? `The server answered ${answer.status}.`)
  return json
}

/** Shows the person's options: sign in, ask an admin, or create a key. */
async function open() {
  person = await fetchAsPerson('/app/auth/session').then((answer) => (answer.ok ? answer.json() : undefined))
  const own = (person?.workspaces ?? []).filter(({ role }) => role === 'admin' || role === 'owner')
  dialog.dataset.state = person === undefined ? 'stranger' : own.length === 0 ? 'member' : 'admin'
  workspaces.replaceChildren(...own.map(({ id, name }) => new Option(name, id)))
  workspaces.parentElement.hidden = own.length < 2
  password.parentElement.hidden = true
  password.value = ''
  problem.textContent = ''
  dialog.showModal()
}

/** Creates the key, after confirming the password if the server has asked for it. */
async function createKey() {
  if (!password.parentElement.hidden) person = await ask('POST', '/app/auth/confirm', { body: { password: password.value } })
  const expiresAt = new Date(Date.now() + keyHours * 3_600_000).toISOString()
  const body = { name: 'API reference', scopes: ['read', 'send'], test: true, expiresAt }
  return (await ask('POST', '/v1/keys', { body, workspace: workspaces.value })).key
}

/** Makes the page's key button open a dialog that creates a test key. Passes the new key to `use`. */
export function offerTestKey(use) {
  document.querySelector('.top .key').addEventListener('click', open)
  form.addEventListener('submit', async (event) => {
    if (event.submitter !== create) return
    event.preventDefault()
    create.disabled = true
    problem.textContent = ''
    try {
      use(await createKey())
      dialog.close()
    } catch (error) {
      problem.textContent = error.message
    }
    create.disabled = false
  })
}
