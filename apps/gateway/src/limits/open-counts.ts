import type { ServerResponse } from 'node:http'
import { createOpenCount, whenClosed } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'

/** Counts what callers have open: requests for each key and workspace; streams, long polls and uploads for each workspace and member. */
export type OpenCounts = {
  enterRequest(caller: { key: string; workspace: string }, res: ServerResponse): void
  enterStream(caller: { workspace: string; member?: { id: string } }, res: ServerResponse): void
}

const streamsMax = { workspace: 20, member: 5 }

export function createOpenCounts(requestsMax: { key: number; workspace: number }): OpenCounts {
  const refuseRequest = (kind: string) => (most: number) =>
    fail('rate:in_flight', {
      message: `A ${kind} may have ${most} requests open at once; wait until some have ended.`,
    })
  const refuseStream = (kind: string) => (most: number) =>
    fail('rate:limited', {
      message: `A ${kind} may have ${most} streams, long polls and uploads open at once; close one.`,
      retryAfter: 5,
    })
  const keys = createOpenCount(requestsMax.key, refuseRequest('key'))
  const workspaces = createOpenCount(requestsMax.workspace, refuseRequest('workspace'))
  const workspaceStreams = createOpenCount(streamsMax.workspace, refuseStream('workspace'))
  const memberStreams = createOpenCount(streamsMax.member, refuseStream('member'))
  return {
    enterRequest({ key, workspace }, res) {
      whenClosed(res, keys.take(key))
      whenClosed(res, workspaces.take(workspace))
    },
    enterStream({ workspace, member }, res) {
      whenClosed(res, member ? memberStreams.take(member.id) : workspaceStreams.take(workspace))
    },
  }
}
