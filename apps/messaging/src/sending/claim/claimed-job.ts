import type { SendOutcome } from '@posthorn/provider'
import type { ChatRow, StoredContent } from '../../entities/chat.ts'

/** A message to send now, whose attempt is already stored. */
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
  /** Trace of the request that created the message. */
  traceparent: string | null
  blocked: boolean
  /** The recipient has opted out, and this message may not be sent to them. */
  optedOut: boolean
  postStopped: boolean
  chatType: ChatRow['type']
  /** The 24-hour window is known to be closed. */
  windowClosed: boolean
  provider: string
  numberVersion: number
  ciphertext: string | null
  ratePerSecond: number
  /** When to call, on the `performance.now()` clock. */
  callAt: number
  /** A number's only call after a pause. Its response decides whether more calls follow. */
  probe: boolean
}

export type LeasedJob = Omit<ClaimedJob, 'ratePerSecond' | 'callAt' | 'probe'>

export type CalledJob = Pick<
  ClaimedJob,
  | 'messageId'
  | 'workspaceId'
  | 'numberId'
  | 'recipient'
  | 'attempt'
  | 'failures'
  | 'leaseToken'
  | 'attemptId'
  | 'content'
  | 'windowClosed'
  | 'probe'
>

export type CallResult = { job: CalledJob; outcome: SendOutcome }
