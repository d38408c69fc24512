import { Button } from '@mantine/core'
import type { Message } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { api, poll } from '../api/api.ts'
import { Icon } from '../parts/icon.tsx'
import { explanationOf, hasFailed, type Remedy, remedyOf } from '../parts/message.tsx'
import { sayProblem } from '../parts/problem.tsx'
import { useMay, useWorkspaceId } from '../session/session.ts'
import { loadErrorWords } from '../words/load.ts'
import { say } from '../words/words.ts'
import styles from './reason.module.css'

export function Reason({ message, atStart }: { message: Message; atStart?: boolean }) {
  const ws = useWorkspaceId()
  const may = useMay()
  const waits = message.status === 'queued' || message.status === 'scheduled'
  // Only a single message has an estimated time; messages in a list don't.
  const { data } = useQuery({
    queryKey: ['message', ws, message.id],
    queryFn: ({ signal }) => api.messages.get({ id: message.id }, { signal }),
    enabled: waits,
    refetchInterval: poll(5_000),
  })
  useQuery({ queryKey: ['words', 'errors'], queryFn: loadErrorWords, enabled: hasFailed(message), staleTime: Infinity })
  const current = waits && data?.status === message.status ? { ...message, ...data } : message
  const explanation = explanationOf(current)
  if (explanation === undefined) return null
  const remedy = remedyOf(current)
  return (
    <div
      className={styles.reason}
      data-failed={explanation.isFailure ? '' : undefined}
      data-start={atStart ? '' : undefined}
    >
      <span className={styles.words}>
        <Icon name={explanation.isFailure ? 'warning' : 'clock'} size={14} />
        <span>{explanation.text}</span>
      </span>
      {remedy && may(remedy.needs) && (
        <Button variant="default" size="compact-xs" onClick={() => void act(remedy, current)}>
          {say(remedy.name)}
        </Button>
      )}
    </div>
  )
}

async function act(remedy: Remedy, message: Message): Promise<void> {
  const { id, number } = message
  const work = {
    retry: () => api.messages.retry({ id }),
    resume: () => api.queues.resume({ id: number }),
    sendNow: () => api.messages.update({ id, deliverAt: null }),
  }
  await work[remedy.act]().catch(sayProblem)
}
