import type { ContactFilter } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sentenceOf } from '../../parts/problem.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import { previewQuery } from './data.ts'
import styles from './segments.module.css'

const pauseMs = 300

/** The number of contacts that fit, counted a moment after the last change, with some of their names. */
export function Preview({ filter }: { filter: ContactFilter | undefined }) {
  const text = JSON.stringify(filter)
  const settled = useSettled(text)
  const asked = settled === undefined ? undefined : (JSON.parse(settled) as ContactFilter)
  const { data, error, isPlaceholderData } = useQuery(previewQuery(useWorkspaceId(), asked))
  if (filter === undefined) return <p className={styles.fits}>{say('segment.fillIn')}</p>
  if (error) return <p className={styles.fits}>{sentenceOf(error)}</p>
  const names = data?.contacts.map(({ name, phone }) => name ?? phone ?? say('contact.unknown')).join(' · ')
  return (
    <p className={styles.fits} role="status" data-old={isPlaceholderData || settled !== text ? '' : undefined}>
      {data ? `${say('segment.fits', { count: data.count })} ${names}` : say('desk.reading')}
    </p>
  )
}

/** Returns a text once it has not changed for a moment. */
function useSettled(text: string | undefined): string | undefined {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
