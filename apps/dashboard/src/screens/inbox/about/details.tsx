import { Button } from '@mantine/core'
import type { Contact } from '@posthorn/sdk'
import { useState } from 'react'
import type { Chat } from '../../../api/kinds.ts'
import { ContactForm } from '../../../contacts/contact-form.tsx'
import { useMay } from '../../../session/me.ts'
import { fullMoment } from '../../../words/moments.ts'
import { say } from '../../../words/say.ts'
import styles from './about.module.css'

type Props = { chat: Chat; contact: Contact | undefined }

export function Details({ chat, contact }: Props) {
  const mayChange = useMay()('contacts.update')
  const [isChanging, setChanging] = useState(false)
  if (contact && isChanging) return <ContactForm contact={contact} onDone={() => setChanging(false)} />
  return (
    <>
      <dl className={styles.facts}>
        {factsOf(chat, contact).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {contact && mayChange && (
        <Button variant="default" size="compact-sm" onClick={() => setChanging(true)}>
          {say('person.edit')}
        </Button>
      )}
    </>
  )
}

const ratingOf = ({ rating }: Chat) =>
  rating && say('about.rated', { score: rating.score, time: fullMoment(rating.at) })

function factsOf(chat: Chat, contact: Contact | undefined): [name: string, value: string][] {
  const facts: [string, string | null | undefined][] = [
    [say('about.name'), contact?.name],
    [say('about.phone'), chat.phone],
    [say('about.email'), contact?.email],
    [say('about.company'), contact?.company],
    [say('about.country'), contact?.country],
    [say('about.language'), contact?.language],
    ...Object.entries(contact?.fields ?? {}),
    [say('about.since'), fullMoment(contact?.createdAt ?? chat.createdAt)],
    [say('about.lastIn'), chat.lastInboundAt && fullMoment(chat.lastInboundAt)],
    [say('about.rating'), ratingOf(chat)],
  ]
  return facts.flatMap(([name, value]) => (value ? [[name, value]] : []))
}
