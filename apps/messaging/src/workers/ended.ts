import type { SendOutcome } from '@posthorn/provider'
import type { ClaimedJob } from './claim.ts'

/** A call to the provider that has ended, and how. */
export type Ended = { job: ClaimedJob; outcome: SendOutcome }
