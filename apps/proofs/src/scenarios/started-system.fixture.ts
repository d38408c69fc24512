import { RunningSystem, type SystemOptions } from '@posthorn/testkit/system'
import { afterAll, beforeAll } from 'vitest'

/** Starts a system before a file's tests and removes it afterwards. Calls `options` when it starts the system. */
export function startBefore(options: () => SystemOptions): () => RunningSystem {
  let started: RunningSystem | undefined
  beforeAll(async () => {
    started = await RunningSystem.start(options())
  })
  afterAll(async () => {
    await started?.remove()
  })
  return () => {
    if (started === undefined) throw new Error('the system did not start')
    return started
  }
}
