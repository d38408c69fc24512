import { Button, type ButtonProps, TagsInput, TextInput } from '@mantine/core'
import type { Contact } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, itemQuery, recentContactsQuery } from '../api/api.ts'
import { useChanges } from '../parts/changes.ts'
import desk from '../parts/desk.module.css'
import { DeskForm, TextField, useFields } from '../parts/form.tsx'
import { Icon, IconButton } from '../parts/icon.tsx'
import { ActionButton, PlaceLink, type Tone, useAction, useSave } from '../parts/page.tsx'
import type { Column } from '../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../session/session.ts'
import { countryName, say } from '../words/words.ts'
import styles from './contact.module.css'

/** `before`: the tags as shown, including changes that are still being saved. `next`: the tags that the person wants. */
type Change = { before: string[]; next: string[] }

/**
 * Field for a contact's tags, with those of other contacts as suggestions. Saves each change immediately, as tags that were added and removed:
 * sending the whole list would undo what a colleague changes at the same time.
 */
export function TagsField({ contact: { id, tags } }: { contact: Contact }) {
  const workspace = useWorkspaceId()
  const may = useMay()
  const mayList = may('contacts.list')
  const [isAsked, setAsked] = useState(false)
  // The person's choice, until the server confirms it.
  const [wanted, setWanted] = useState<string[]>()
  const shown = wanted ?? tags
  const { data: recent = [] } = useQuery({ ...recentContactsQuery(workspace), enabled: isAsked && mayList })
  const known = [...new Set(recent.flatMap((each) => each.tags))].toSorted((a, b) => a.localeCompare(b))
  const change = useAction({
    run: async ({ before, next }: Change) => {
      const added = next.filter((tag) => !before.includes(tag))
      const removed = before.filter((tag) => !next.includes(tag))
      if (added.length > 0) await api.contacts.addTags({ id, tags: added })
      if (removed.length > 0) await api.contacts.removeTags({ id, tags: removed })
    },
    changes: ['contacts'],
    inOrder: `tags ${id}`,
  })
  const isReadOnly = !may('contacts.addTags')
  return (
    <TagsInput
      aria-label={say('field.tags')}
      placeholder={isReadOnly ? '' : say('contact.tagAdd')}
      description={isReadOnly ? undefined : say('contact.tagsHelp')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      maxLength={50}
      acceptValueOnBlur={false}
      readOnly={isReadOnly}
      data={known}
      value={shown}
      onFocus={() => setAsked(true)}
      onChange={(next) => {
        setWanted(next)
        change.mutate({ before: shown, next }, { onSettled: () => setWanted(undefined) })
      }}
    />
  )
}

type ConsentProps = { contact: Contact; size?: ButtonProps['size'] }

/** Buttons that opt a contact out or in again, and block or unblock it. */
export function ConsentButtons({ contact: { id, blocked, optedOutAt }, size = 'sm' }: ConsentProps) {
  const may = useMay()
  const changes = ['contacts']
  const block = useAction({ run: () => (blocked ? api.contacts.unblock({ id }) : api.contacts.block({ id })), changes })
  const optOut = useAction({
    run: () => (optedOutAt === null ? api.contacts.optOut({ id }) : api.contacts.optIn({ id })),
    changes,
  })
  return (
    <>
      {may('contacts.optOut') && (
        <ActionButton
          action={optOut}
          size={size}
          name={say(optedOutAt === null ? 'contact.optOut' : 'contact.optIn')}
        />
      )}
      {may('contacts.block') && (
        <ActionButton action={block} size={size} name={say(blocked ? 'contact.unblock' : 'contact.block')} />
      )}
    </>
  )
}

type ContactFormProps = {
  contact: Contact
  /** Called when editing ends, whether saved or not; absent if the form stays open. */
  onDone?: () => void
}

/** Form for a contact's details and custom fields. */
export function ContactForm({ contact, onDone }: ContactFormProps) {
  const mayChange = useMay()('contacts.update')
  const { id, name, email, company } = contact
  const texts = useFields({ name: name ?? '', email: email ?? '', company: company ?? '' })
  const [custom, setCustom] = useState<Custom>({ fields: contact.fields, added: [] })
  const [changes, onTextsStored] = useChanges(textsOf(texts.fields))
  const [fields, onCustomStored] = useChanges(allOf(custom))
  const input = { ...changes, ...(Object.keys(fields).length > 0 ? { fields: fields as Custom['fields'] } : {}) }
  const save = useSave(['contacts'], () => api.contacts.update({ id, ...input }))
  const onSuccess = () => {
    onTextsStored()
    onCustomStored()
    // What was typed while saving stays.
    const stored = custom.added.length
    setCustom((now) => ({
      fields: allOf({ ...now, added: now.added.slice(0, stored) }),
      added: now.added.slice(stored),
    }))
    onDone?.()
  }
  return (
    <DeskForm
      operation="contacts.update"
      action={save}
      isReadOnly={!mayChange}
      isDisabled={custom.added.some((field) => isTaken(custom, field))}
      changes={input}
      onSubmit={() => save.mutate(undefined, { onSuccess })}
      more={
        onDone && (
          <Button variant="default" onClick={onDone}>
            {say('word.cancel')}
          </Button>
        )
      }
    >
      <TextField label={say('word.name')} {...texts.bind('name')} />
      <TextField label={say('word.email')} type="email" {...texts.bind('email')} />
      <TextField label={say('about.company')} {...texts.bind('company')} />
      <CustomFields custom={custom} onChange={setCustom} />
    </DeskForm>
  )
}

/** Returns these fields for the API, where null deletes a value. */
const textsOf = ({ name, email, company }: { name: string; email: string; company: string }) => ({
  name: name.trim() || null,
  email: email.trim() || null,
  company: company.trim() || null,
})

/** Existing custom fields, null once removed, and new ones whose names are still being typed. */
type Custom = { fields: Readonly<Record<string, string | null>>; added: readonly Added[] }
type Added = { name: string; value: string }

/** Whether another custom field has the same name. */
function isTaken({ fields, added }: Custom, field: Added): boolean {
  const name = field.name.trim()
  const isTwice = added.filter((other) => other.name.trim() === name).length > 1
  return name !== '' && ((Object.hasOwn(fields, name) && fields[name] !== null) || isTwice)
}

/** Returns all custom fields, null for those that were removed. A field without a name yet is left out. */
function allOf({ fields, added }: Custom): Record<string, string | null> {
  const named = added.filter(({ name }) => name.trim() !== '')
  return { ...fields, ...Object.fromEntries(named.map(({ name, value }) => [name.trim(), value])) }
}

/** A contact's custom fields, which can be changed, removed and added. Only a new field can be named. */
function CustomFields({ custom, onChange }: { custom: Custom; onChange: (custom: Custom) => void }) {
  const { fields, added } = custom
  const set = (name: string, value: string | null) => onChange({ ...custom, fields: { ...fields, [name]: value } })
  const shown = Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
  const change = (at: number, changed: Partial<Added>) =>
    onChange({ ...custom, added: added.map((field, i) => (i === at ? { ...field, ...changed } : field)) })
  return (
    <>
      {shown.map(([name, value]) => (
        <div key={name} className={styles.field}>
          <TextField
            name={`fields.${name}`}
            label={name}
            value={value}
            onChange={(event) => set(name, event.currentTarget.value)}
          />
          <IconButton
            icon="trash"
            iconSize={15}
            label={say('contact.fieldRemove', { name })}
            size="lg"
            onClick={() => set(name, null)}
          />
        </div>
      ))}
      {added.map((field, i) => (
        <AddedField
          // Identify the field by its position while its name is being typed.
          key={`${i}`}
          {...{ field, isTaken: isTaken(custom, field) }}
          onChange={(changed) => change(i, changed)}
        />
      ))}
      <Button
        variant="subtle"
        size="compact-sm"
        className={styles.add}
        leftSection={<Icon name="plus" size={14} />}
        onClick={() => onChange({ ...custom, added: [...added, { name: '', value: '' }] })}
      >
        {say('contact.fieldAdd')}
      </Button>
    </>
  )
}

type AddedProps = { field: Added; isTaken: boolean; onChange: (changed: Partial<Added>) => void }

/** A custom field that isn't saved yet, with a field for its name. */
function AddedField({ field: { name, value }, isTaken: isNameTaken, onChange }: AddedProps) {
  return (
    <div className={styles.added}>
      <TextInput
        autoFocus
        label={say('segment.fieldName')}
        maxLength={30}
        error={isNameTaken ? say('contact.fieldTaken') : undefined}
        value={name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextField
        name={`fields.${name.trim()}`}
        label={say('word.value')}
        value={value}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
      />
    </div>
  )
}

/** Returns what a contact is called: its name, or else its phone number or username. */
export const nameOf = ({ name, phone, username }: Contact): string =>
  name ?? phone ?? username ?? say('contact.unknown')

/** The columns of a list of contacts. A function, because its texts load after this module. */
export const contactColumns = (): Column<Contact>[] => [
  { name: say('word.name'), cell: (contact) => <PlaceLink to={`contacts/${contact.id}`}>{nameOf(contact)}</PlaceLink> },
  { name: say('word.phone'), cell: ({ phone }) => <span className={desk.whole}>{phone}</span>, isNumber: true },
  { name: say('word.country'), cell: ({ country }) => country && countryName(country) },
  { name: say('field.tags'), cell: ({ tags }) => tags.join(', ') },
]

export const contactQuery = itemQuery('contacts', api.contacts.get)

/** Returns a contact's status: blocked, or else opted out, or else reachable. */
export function statusOf({ blocked, optedOutAt }: Contact): { tone: Tone; text: string } {
  if (blocked) return { tone: 'bad', text: say('about.blocked') }
  if (optedOutAt !== null) return { tone: 'warn', text: say('contact.optedOut') }
  return { tone: 'good', text: say('contact.reachable') }
}
