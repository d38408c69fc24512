import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { clockTime } from '../words/moments.ts'
import { say } from '../words/say.ts'
import styles from './desk.module.css'
import { Problem } from './problem.tsx'
import shapesStyles from './shapes.module.css'

type Props<T> = { query: UseQueryResult<T>; shape?: 'lines' | 'table'; children: (data: T) => ReactNode }

/** Shows a query: a placeholder, the data, or the error, and since when outdated data can't be refreshed. */
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

const counts = { lines: 3, table: 7, chats: 8, messages: 5 } as const

type ShapesProps = {
  /** Content that loads. */
  of: keyof typeof counts
}

/** Placeholders in the shape of the content, so that nothing jumps. They appear after a moment, because most loads are faster. */
export function Shapes({ of }: ShapesProps) {
  const places = Array.from({ length: counts[of] }, (_, i) => i)
  return (
    <div className={shapesStyles.shapes} data-of={of} role="status" aria-busy="true" aria-label={say('desk.reading')}>
      {places.map((place) => (
        <i key={place} />
      ))}
    </div>
  )
}

/** Explains why a list is empty, and what to do next. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <b>{title}</b>
      {children}
    </div>
  )
}
