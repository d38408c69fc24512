import type { ChatRow } from '../../entities/chat.ts'
import type { StoredContent } from '../../entities/content.ts'

/** A message the dispatcher will hand to the provider now; its attempt is already written. */
export type ClaimedJob = {
  messageId: string
  workspaceId: string
  numberId: string
  recipient: string
  attempt: number
  failures: number
  leaseToken: string
  attemptId: string
  type: string
  body: string | null
  content: StoredContent | null
  previewUrl: boolean | null
  quotedProviderId: string | null
  /** The trace of the call that asked for it. */
  traceparent: string | null
  /** The contact is blocked. */
  blocked: boolean
  /** The recipient has opted out, and this message may not be sent to them. */
  optedOut: boolean
  /** The post that it is part of was stopped. */
  postStopped: boolean
  /** Kind of its recipient: a person, a group or a channel. */
  chatType: ChatRow['type']
  /** The 24 h window of the chat is known to have closed; false where the customer never wrote. */
  windowClosed: boolean
  provider: string
  numberVersion: number
  ciphertext: string | null
  ratePerSecond: number
  /** Its place in the pace of the number, in milliseconds of \`performance.now()\`. */
  callAt: number
  /** Alone after a rest of the number: its answer decides whether others may follow. */
  probe: boolean
}

/** A job as the database answers it, before it has its place in the pace. */
export type LeasedJob = Omit<ClaimedJob, 'ratePerSecond' | 'callAt' | 'probe'>
