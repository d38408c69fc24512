import type { ServerResponse } from 'node:http'
import { fail } from '@posthorn/contracts'

const perWorkspaceMax = 20

/** Counts the open streams, long polls and uploads of each workspace, so that none takes all connections. */
export type StreamRegister = {
  /** Counts one until its answer has ended. Fails when the workspace has too many. */
  enter(workspace: string, res: ServerResponse): void
}

/** Makes an empty register. */
export function createStreamRegister(): StreamRegister {
  const open = new Map<string, number>()
  const change = (workspace: string, by: number) => {
    const count = (open.get(workspace) ?? 0) + by
    if (count > 0) open.set(workspace, count)
    else open.delete(workspace)
  }
  return {
    enter(workspace, res) {
      if ((open.get(workspace) ?? 0) >= perWorkspaceMax) {
        const message = `A workspace may have ${perWorkspaceMax} streams, long polls and uploads open at once; close one.`
        fail('rate:limited', { message, retryAfter: 5 })
      }
      change(workspace, 1)
      res.once('close', () => change(workspace, -1))
    },
  }
}
