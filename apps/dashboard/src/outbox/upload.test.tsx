import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '../opened-app.fixture.tsx'
import { router } from '../routes.tsx'
import { chatOf, inboxWith, stored } from '../screens/inbox/inbox.fixture.ts'
import { removeKept } from './kept.ts'
import { keepDraft, outgoingTo } from './outbox.ts'

const send = 'POST /v1/messages'

beforeEach(removeKept)
afterEach(() => void vi.restoreAllMocks())

it('a message whose file is uploaded while another workspace opens waits until the person is back', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  const answers = { ...inboxWith(chatOf('cht_1')), 'POST /v1/files': () => promise, [send]: stored }
  const api = await openApp('inbox/all/cht_1', answers)
  const workspaces: (string | null)[] = []
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    if (input.endsWith('/v1/messages')) workspaces.push(new Headers(init?.headers).get('Workspace'))
    return api.fetch(input, init)
  })
  keepDraft('files', 'cht_1', [new File(['x'], 'a.pdf', { type: 'application/pdf' })])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => api.of('POST /v1/files').length).toBe(1)
  await router.navigate({ href: '/wsp_2/inbox/all' })
  resolve({ id: 'fil_1' })
  await expect.poll(() => outgoingTo('cht_1')[0]?.stored).toEqual({ id: 'fil_1' })
  await router.navigate({ href: '/wsp_1/inbox/all' })
  await expect.poll(() => api.of(send).length).toBe(1)
  expect(workspaces).toEqual(['wsp_1'])
  expect(api.of('POST /v1/files')).toHaveLength(1)
})

it('a file that cannot be read is given up with a reason, and does not wait for the connection', async () => {
  const api = await openApp('inbox/all/cht_1', { ...inboxWith(chatOf('cht_1')), [send]: stored })
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('changed', 'NotReadableError'))
  keepDraft('files', 'cht_1', [new File(['x'], 'a.pdf', { type: 'application/pdf' })])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(page.getByText("Not sent: The file can't be read. Attach it again.")).toBeVisible()
  expect([...api.of('POST /v1/files'), ...api.of(send)]).toEqual([])
})
