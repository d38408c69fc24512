import { setTimeout as pause } from 'node:timers/promises'
import type { Schema } from './cell.ts'

const triesMax = 60
const betweenTriesMs = 300
/** Every so many tries wait longer: until Postgres ends an autovacuum in favor of who waits for it, after a second. */
const longTryEvery = 6

/**
 * Does in a transaction what locks whole tables. Everyone else waits behind such a lock, so it is given up soon while a table is in use,
 * and tried again.
 */
export async function withTableLocks(schema: Schema, work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(schema, async () => {
        await schema.client.query(`set local lock_timeout = '${tries % longTryEvery === 0 ? 1_500 : 200}ms'`)
        await work()
      })
    } catch (error) {
      const isBusy = ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')
      if (!isBusy || tries === triesMax) throw error
      await pause(betweenTriesMs)
    }
  }
}

/** Does work in a transaction of a schema, which is committed when the work resolves, and undone when it does not. */
export async function inTransaction<T>({ client }: Schema, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const value = await work()
    await client.query('commit')
    return value
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
