import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { clockTime } from '../words/moments.ts'
import { say } from '../words/say.ts'
import styles from './desk.module.css'
import { Problem } from './problem.tsx'

type Props<T> = { query: UseQueryResult<T>; children: (data: T) => ReactNode }

/** Shows what a query has read: its shape meanwhile, the error instead, and since when it is out of date where it can no longer be read. */
export function Loaded<T>({ query, children }: Props<T>) {
  const { data, error, dataUpdatedAt, refetch } = query
  if (data === undefined && error) return <Problem error={error} retry={() => void refetch()} />
  if (data === undefined) {
    return (
      <div className={styles.shape} role="status" aria-busy="true" aria-label={say('desk.reading')}>
        <i />
        <i />
        <i />
      </div>
    )
  }
  return (
    <>
      {error && (
        <p className={styles.stale} role="status">
          {say('desk.stale', { time: clockTime(dataUpdatedAt) })}
        </p>
      )}
      {children(data)}
    </>
  )
}
