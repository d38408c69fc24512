import type { Channel, Post } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { templatesQuery } from '../../api/api.ts'
import { filledText, valuesByName } from '../../messages/text.ts'
import { Loaded } from '../../parts/page.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'
import styles from './broadcasts.module.css'
import { messageOfPostQuery, recipientsQuery } from './data.ts'
import { PersonalText } from './personal-text.tsx'

type Props = {
  channel: Channel
  text: string
  /** When the free text would be sent; absent for a template, which needs no open window. */
  textAt?: number
}

/** Three recipients, each with the message that they will get or what prevents it. */
export function Recipients({ channel, text, textAt }: Props) {
  const query = useQuery(recipientsQuery(useWorkspaceId(), channel))
  return (
    <Loaded query={query}>
      {(people) =>
        people.length > 0 && (
          <section aria-label={say('post.preview')}>
            <p>{say('post.preview')}</p>
            <ul className={styles.recipients}>
              {people.map(({ phone, contact, hindrance, windowClosesAt }) => {
                const isLate = textAt !== undefined && Date.parse(windowClosesAt ?? '1970-01-01') <= textAt
                const name = contact?.name ?? null
                const why = hindrance ?? (isLate ? 'window' : null)
                return (
                  <li key={phone}>
                    <span>
                      <b>{name ?? phone}</b> {name !== null && phone}
                    </span>
                    <PersonalText text={text} contact={contact} />
                    {why && <small>{say(`post.hindrance.${why}`)}</small>}
                  </li>
                )
              })}
            </ul>
          </section>
        )
      }
    </Loaded>
  )
}

export function RecipientsOfTested({ channel, post }: { channel: Channel; post: Post }) {
  const workspace = useWorkspaceId()
  const isTemplate = post.template !== null
  const language = useQuery({ ...messageOfPostQuery(workspace, post), enabled: isTemplate }).data?.template?.language
  const templates = useQuery({ ...templatesQuery(workspace, channel.number), enabled: isTemplate }).data
  const body = templates?.find((each) => each.name === post.template && each.language === language)?.body
  const filled = body && filledText(body, valuesByName(post.variables ?? undefined))
  const text = filled ?? post.message ?? post.template ?? post.type
  const atOnce = post.deliverAt === null ? Date.now() : Date.parse(post.deliverAt)
  return <Recipients {...{ channel, text }} {...(isTemplate ? {} : { textAt: atOnce })} />
}
