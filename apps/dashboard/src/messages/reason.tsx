import type { Message } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { api, itemQuery, poll } from '../api/api.ts'
import { Icon } from '../parts/icon.tsx'
import { explanationOf, hasFailed, type Remedy, remedyOf } from '../parts/message.tsx'
import { ActionButton, useAction } from '../parts/page.tsx'
import { useMay, useWorkspaceId } from '../session/session.ts'
import { loadErrorWords } from '../words/load.ts'
import { say } from '../words/words.ts'
import styles from './reason.module.css'

export const messageQuery = itemQuery('message', api.messages.get)

const estimatePollMs = 30_000

type ReasonProps = { message: Message; atStart?: boolean; isListed?: boolean }

/**
 * Why a message waits or has failed, with a button that helps, if the person may use it. `atStart`: for a table, not a bubble. `isListed`:
 * without the estimated time, because a list of many messages would ask for each.
 */
export function Reason({ message, atStart, isListed = false }: ReasonProps) {
  const ws = useWorkspaceId()
  const may = useMay()
  const waits = message.status === 'queued' || message.status === 'scheduled'
  // Only a single message has an estimated time; messages in a list don't.
  const { data } = useQuery({
    ...messageQuery(ws, message.id),
    enabled: waits && !isListed,
    // Only the estimated time changes without an event.
    refetchInterval: poll(estimatePollMs),
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
      {remedy && may(remedy.needs) && <RemedyButton remedy={remedy} message={current} />}
    </div>
  )
}

function RemedyButton({ remedy, message }: { remedy: Remedy; message: Message }) {
  const action = useAction({ run: () => applyRemedy(remedy, message), changes: [] })
  return <ActionButton action={action} size="compact-xs" name={say(remedy.name)} />
}

/** Does what a remedy's button says. The result arrives as an event. */
function applyRemedy({ act }: Remedy, { id, number }: Message): Promise<unknown> {
  if (act === 'retry') return api.messages.retry({ id })
  return act === 'resume' ? api.queues.resume({ id: number }) : api.messages.update({ id, deliverAt: null })
}
