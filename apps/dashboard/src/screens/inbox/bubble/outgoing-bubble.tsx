import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { discard, type Entry, edit, isOurs, retry } from '../../../outbox/outbox.ts'
import { Icon } from '../../../parts/icon.tsx'
import { say } from '../../../words/words.ts'
import styles from './bubble.module.css'

type Props = { entry: Entry; onEdited: (tab: 'reply' | 'note') => void }

/** A message or note that the server hasn't stored yet. Offline, or once it failed, it can be edited or discarded. */
export function OutgoingBubble({ entry, onEdited }: Props) {
  const { content, status } = entry
  const { online } = useNetwork()
  const file = content.kind === 'message' ? content.file : undefined
  const putBack = () => onEdited(edit(entry))
  return (
    <article className={styles.line} data-out="" data-outgoing={status}>
      <div
        className={styles.bubble}
        data-failed={status === 'failed' ? '' : undefined}
        data-note={content.kind === 'note' ? '' : undefined}
      >
        {file && (
          <div className={styles.card}>
            <Icon name={file.type.startsWith('image/') ? 'image' : 'file'} size={22} />
            <b>{file.name}</b>
          </div>
        )}
        {content.text !== '' && <p className={styles.text}>{content.text}</p>}
        <div className={styles.meta}>
          <Icon name={status === 'failed' ? 'warning' : 'clock'} size={14} />
          <span className={styles.outgoing} role="status">
            {statusOf(entry, online)}
          </span>
        </div>
      </div>
      {isOurs(entry) && (status === 'failed' || !online) && (
        <div className={styles.choices}>
          {status === 'failed' && <Choice name={say('problem.again')} onClick={() => retry(entry)} />}
          {content.kind !== 'template' && <Choice name={say('outbox.edit')} onClick={putBack} />}
          <Choice name={say('outbox.discard')} onClick={() => discard(entry)} />
        </div>
      )}
    </article>
  )
}

function Choice({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button variant="default" size="compact-xs" onClick={onClick}>
      {name}
    </Button>
  )
}

/** Returns in words what an entry waits for, or why it failed. */
function statusOf({ status, problem }: Entry, isOnline: boolean): string {
  if (status === 'failed') {
    if (problem?.code === 'outbox:unknown') return say('outbox.unknown')
    if (problem?.code === 'outbox:late') return say('outbox.late')
    return say('outbox.refused', { reason: problem?.message ?? '' })
  }
  if (!isOnline || problem?.code === 'connection') return say('outbox.offline')
  return problem ? say('outbox.waiting', { reason: problem.message }) : say('outbox.sending')
}
