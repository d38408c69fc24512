import { useQuery } from '@tanstack/react-query'
import type { Chat } from '../../../api/kinds.ts'
import { numbersQuery } from '../../../api/lists.ts'
import { Moment } from '../../../parts/moment.tsx'
import { useNow } from '../../../parts/now.ts'
import { PlaceLink } from '../../../parts/place-link.tsx'
import { previewOf } from '../../../parts/preview.ts'
import { shortMoment } from '../../../words/moments.ts'
import { say } from '../../../words/say.ts'
import styles from './about.module.css'

type Props = { workspace: string; chats: readonly Chat[]; onFollow: () => void }

/** The customer's chats with other numbers, newest first. */
export function OtherChats({ workspace, chats, onFollow }: Props) {
  const numbers = useQuery(numbersQuery(workspace)).data
  const now = useNow()
  if (chats.length === 0) return <p className={styles.none}>{say('person.noChats')}</p>
  return (
    <ul className={styles.list}>
      {chats.map(({ id, number, status, lastMessage }) => (
        <li key={id}>
          <PlaceLink to={`inbox/all/${id}`} className={styles.chat} onFollow={onFollow}>
            <span className={styles.chatTop}>
              <b>{numbers?.find((one) => one.id === number)?.name ?? number}</b>
              {lastMessage && <Moment at={lastMessage.at} text={shortMoment(lastMessage.at, now)} />}
            </span>
            <span className={styles.chatText}>
              {lastMessage ? previewOf(lastMessage) : say('inbox.nothingSaid')} · {say(`person.chat.${status}`)}
            </span>
          </PlaceLink>
        </li>
      ))}
    </ul>
  )
}
