import type { Schema } from './cell.ts'

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
