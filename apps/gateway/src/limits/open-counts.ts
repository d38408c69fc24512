import type { ServerResponse } from 'node:http'
import { whenClosed } from '@posthorn/chassis'
import { fail } from '@posthorn/contracts'

/** Counts what an owner, such as a key or a workspace, has open at this gateway. */
export type OpenCount = {
  /** Counts one until its response has closed. Calls `refuse`, which throws, when the owner has too many. */
  enter(owner: string, res: ServerResponse): void
}

/** Makes a count that allows `most` of each owner. */
export function createOpenCount(most: number, refuse: (most: number) => never): OpenCount {
  const open = new Map<string, number>()
  const change = (owner: string, by: number) => {
    const count = (open.get(owner) ?? 0) + by
    if (count > 0) open.set(owner, count)
    else open.delete(owner)
  }
  return {
    enter(owner, res) {
      if ((open.get(owner) ?? 0) >= most) refuse(most)
      change(owner, 1)
      whenClosed(res, () => change(owner, -1))
    },
  }
}

/** Counts of what callers have open: requests of a key and of a workspace; and streams, long polls and uploads of a workspace and of a member. */
export type OpenCounts = {
  enterRequest(caller: { key: string; workspace: string }, res: ServerResponse): void
  enterStream(caller: { workspace: string; member?: { id: string } }, res: ServerResponse): void
}

const streamsMax = { workspace: 20, member: 5 }

/** Makes the counts of a gateway. */
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
      keys.enter(key, res)
      workspaces.enter(workspace, res)
    },
    enterStream({ workspace, member }, res) {
      if (member) memberStreams.enter(member.id, res)
      else workspaceStreams.enter(workspace, res)
    },
  }
}
