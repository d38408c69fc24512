import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { clockTime, say } from '../words/words.ts'
import styles from './desk.module.css'
import { Problem } from './problem.tsx'
import { Shapes } from './shapes.tsx'

type Props<T> = { query: UseQueryResult<T>; shape?: 'lines' | 'table'; children: (data: T) => ReactNode }

/** Shows a placeholder, the query's data, or its error. If the data can't be refreshed, also shows when it was last updated. */
export function Loaded<T>({ query, shape = 'lines', children }: Props<T>) {
  const { data, error, dataUpdatedAt, refetch } = query
  if (data === undefined && error) return <Problem error={error} retry={() => void refetch()} />
  if (data === undefined) return <Shapes of={shape} />
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
