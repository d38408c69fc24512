import { beforeEach, expect, it } from 'vitest'
import { account, openApp } from '../opened-app.fixture.tsx'
import { beginSession } from '../session/session.ts'
import { removeKept } from './kept.ts'
import { sendReply } from './new-entries.ts'
import { draftOf, keepDraft, outgoingTo, removeOwn, wordsOf } from './outbox.ts'

const written = () => [draftOf('reply', 'cht_1'), ...outgoingTo('cht_1').map(wordsOf)]

beforeEach(removeKept)

it('drafts and unsent messages are only shown to their writer, and are there when the writer is back', async () => {
  await openApp('contacts')
  keepDraft('reply', 'cht_1', 'Ready on Friday')
  // In a workspace that is not open, so that it waits.
  sendReply({ workspace: 'wsp_2', owner: 'mem_2', chat: 'cht_1' })
  keepDraft('reply', 'cht_1', 'Almost')
  beginSession({ ...account, person: { ...account.person, id: 'per_2' } })
  expect(written()).toEqual([''])
  // As at the sign-out of the second person.
  await removeOwn()
  beginSession(account)
  expect(written()).toEqual(['Almost', 'Ready on Friday'])
})
