import { Button } from '@mantine/core'
import type { Contact } from '@posthorn/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { chatQuery } from '../../api/chats.ts'
import { api } from '../../api/client.ts'
import { TextField } from '../../parts/fields.tsx'
import { FormErrors } from '../../parts/form-errors.tsx'
import { useMay } from '../../session/me.ts'
import { fullMoment } from '../../words/moments.ts'
import { say } from '../../words/say.ts'
import { contactQuery } from './data.ts'
import styles from './inbox.module.css'
import { SidePane } from './side-pane.tsx'

type Props = { workspace: string; chat: string; onClose: () => void }

/** Facts about the customer of a chat. */
export function About({ workspace, chat: id, onClose }: Props) {
  const chat = useQuery(chatQuery(workspace, id)).data
  const contactId = chat?.contact ?? null
  const { data: contact } = useQuery({ ...contactQuery(workspace, contactId ?? ''), enabled: contactId !== null })
  return (
    <SidePane title={say('about.title')} onClose={onClose}>
      {contact && <NameField workspace={workspace} contact={contact} key={contact.id} />}
      <dl className={styles.facts}>
        <Fact name={say('about.phone')} value={chat?.phone} />
        {contact && <ContactFacts contact={contact} />}
        <Fact name={say('about.since')} value={chat && fullMoment(chat.createdAt)} />
        <Fact name={say('about.lastIn')} value={chat?.lastInboundAt && fullMoment(chat.lastInboundAt)} />
      </dl>
      {contact && contact.tags.length > 0 && (
        <div className={styles.tags}>
          {contact.tags.map((tag) => (
            <span key={tag} className={styles.label}>
              {tag}
            </span>
          ))}
        </div>
      )}
      {contact?.optedOutAt && (
        <p className={styles.optedOut}>{say('about.optedOut', { time: fullMoment(contact.optedOutAt) })}</p>
      )}
      {contact?.blocked && <p className={styles.optedOut}>{say('about.blocked')}</p>}
    </SidePane>
  )
}

function ContactFacts({ contact }: { contact: Contact }) {
  return (
    <>
      <Fact name={say('about.email')} value={contact.email} />
      <Fact name={say('about.company')} value={contact.company} />
      <Fact name={say('about.country')} value={contact.country} />
      <Fact name={say('about.language')} value={contact.language} />
      {Object.entries(contact.fields).map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </>
  )
}

function Fact({ name, value }: { name: string; value: string | null | undefined }) {
  if (!value) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function NameField({ workspace, contact }: { workspace: string; contact: Contact }) {
  const may = useMay()
  const client = useQueryClient()
  const [name, setName] = useState(contact.name ?? '')
  const save = useMutation({
    mutationFn: () => api.contacts.update({ id: contact.id, name: name.trim() }),
    onSuccess: (saved) => client.setQueryData(['contacts', workspace, contact.id], saved),
  })
  const isChanged = name.trim() !== (contact.name ?? '') && name.trim() !== ''
  return (
    <form
      className={styles.nameField}
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) save.mutate()
      }}
    >
      <FormErrors error={save.error}>
        <TextField
          name="name"
          size="sm"
          label={say('about.name')}
          value={name}
          readOnly={!may('contacts.update')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </FormErrors>
      {isChanged && (
        <Button size="compact-sm" type="submit" loading={save.isPending}>
          {say('about.save')}
        </Button>
      )}
    </form>
  )
}
