import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '../../../../opened-app.fixture.tsx'
import { removeKept } from '../../../../outbox/kept.ts'
import { chatOf, inboxWith, stored } from '../../inbox.fixture.ts'

const begin = page.getByRole('button', { name: 'Record a voice note' })
const done = page.getByRole('button', { name: 'Done' })
const time = page.getByRole('timer')
const open = (answers = {}) => openApp('inbox/all/cht_voice', { ...inboxWith(chatOf('cht_voice')), ...answers })

/** Returns a microphone that hears a tone. */
async function microphone(): Promise<MediaStream> {
  const context = new AudioContext()
  const tone = new OscillatorNode(context)
  const sink = context.createMediaStreamDestination()
  tone.connect(sink)
  tone.start()
  return sink.stream
}

let heard: MediaStream | undefined
beforeEach(async () => {
  await removeKept()
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => (heard = await microphone()))
})
afterEach(() => {
  vi.restoreAllMocks()
})

it('attaches what was recorded, to listen to, and sends it as a voice note', async () => {
  const api = await open({ 'POST /v1/files': { id: 'file_1' }, 'POST /v1/messages': stored })
  await begin.click()
  await expect.element(time).toHaveTextContent('0:01')
  await expect.element(page.getByRole('meter', { name: 'Loudness' })).toBeVisible()
  await expect.element(done).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByLabelText('voice-note.ogg')).toBeVisible()
  expect(heard?.getTracks().map(({ readyState }) => readyState)).toEqual(['ended'])
  await page.getByRole('button', { name: 'Send' }).click()
  await expect
    .poll(() => api.of('POST /v1/messages').map(({ body }) => body))
    .toEqual([{ chat: 'cht_voice', media: { file: 'file_1', kind: 'voice' } }])
})

it('keeps nothing of a recording that Escape cancels, and frees the microphone', async () => {
  await open()
  await begin.click()
  await expect.element(done).toBeEnabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(begin).toBeVisible()
  await expect.poll(() => heard?.getTracks().map(({ readyState }) => readyState)).toEqual(['ended'])
  await expect.element(page.getByLabelText('voice-note.ogg')).not.toBeInTheDocument()
})

it('says so when the microphone is not allowed', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  await open()
  await begin.click()
  await expect.element(page.getByText(/Can't use the microphone/)).toBeVisible()
  await expect.element(begin).toBeVisible()
})
