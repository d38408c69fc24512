import type { SendOutcome } from '@posthorn/provider'
import type { ClaimedJob } from '../claim/claimed-job.ts'

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
