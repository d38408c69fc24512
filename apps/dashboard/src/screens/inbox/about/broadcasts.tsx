import { useQueries } from '@tanstack/react-query'
import { MessageStatus } from '../../../parts/message-status.tsx'
import { Moment, useNow } from '../../../parts/moment.tsx'
import { PlaceLink } from '../../../parts/place-link.tsx'
import { previewOf } from '../../../parts/preview.ts'
import { shortMoment } from '../../../words/moments.ts'
import { say } from '../../../words/say.ts'
import { broadcastsToQuery } from '../data.ts'
import styles from './about.module.css'

type Props = { workspace: string; phones: readonly string[]; onFollow: () => void }

export function Broadcasts({ workspace, phones, onFollow }: Props) {
  const now = useNow()
  const queries = useQueries({ queries: phones.map((phone) => broadcastsToQuery(workspace, phone)) })
  const messages = queries.flatMap(({ data }) => data ?? []).toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
  if (messages.length === 0) return <p className={styles.none}>{say('person.noBroadcasts')}</p>
  return (
    <ul className={styles.list}>
      {messages.map((message) => (
        <li key={message.id}>
          <PlaceLink
            to={`inbox/all/${message.chat}`}
            search={{ m: message.id }}
            className={styles.chat}
            onFollow={onFollow}
          >
            <span className={styles.chatTop}>
              <MessageStatus status={message.status} size={14} />
              <Moment at={message.createdAt} text={shortMoment(message.createdAt, now)} />
            </span>
            <span className={styles.chatText}>{previewOf(message)}</span>
          </PlaceLink>
        </li>
      ))}
    </ul>
  )
}
