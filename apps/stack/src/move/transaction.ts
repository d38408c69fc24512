import { setTimeout as pause } from 'node:timers/promises'
import type { Schema } from './cell.ts'

const triesMax = 60
const betweenTriesMs = 300
/** Every sixth attempt waits longer: after a second, Postgres ends an autovacuum in favor of a waiting lock. */
const longTryEvery = 6

/**
 * Runs work in a transaction that locks whole tables. Everyone else queues behind such a lock, so while a table is in use it is given up soon
 * and retried.
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

/** Runs work in a transaction of a schema: committed when the work resolves, rolled back when it rejects. */
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
