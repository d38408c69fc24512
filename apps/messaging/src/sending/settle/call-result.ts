import type { SendOutcome } from '@posthorn/provider'
import type { ClaimedJob } from '../claim/claimed-job.ts'

/** Part of a claimed job that is needed once its call has ended. */
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

/** A call to the provider that has ended, and how. */
export type CallResult = { job: CalledJob; outcome: SendOutcome }
