import { Button, TextInput } from '@mantine/core'
import type { Contact } from '@posthorn/sdk'
import { useState } from 'react'
import { api, useAction } from '../api/api.ts'
import { DeskForm, TextField, useFields } from '../parts/form.tsx'
import { Icon, IconButton } from '../parts/icon.tsx'
import { useMay, useWorkspaceId } from '../session/session.ts'
import { say } from '../words/words.ts'
import styles from './contact.module.css'
import { contactChanges } from './contact-changes.ts'

type Props = {
  contact: Contact
  /** Called when editing ends, whether saved or not; absent if the form stays open. */
  onDone?: () => void
}

/** Form for a contact's details and custom fields. */
export function ContactForm({ contact, onDone }: Props) {
  const workspace = useWorkspaceId()
  const mayChange = useMay()('contacts.update')
  const { id, name, email, company } = contact
  const texts = useFields({ name: name ?? '', email: email ?? '', company: company ?? '' }, !mayChange)
  const [own, setOwn] = useState<Own>({ fields: contact.fields, added: [] })
  const save = useAction({
    run: async () => {
      const changes = contactChanges(contact, { texts: texts.fields, fields: allOf(own) })
      if (Object.keys(changes).length > 0) await api.contacts.update({ id, ...changes })
    },
    changes: [['contacts', workspace]],
    done: () => say('desk.stored'),
    isOfForm: true,
  })
  const onSuccess = () => {
    setOwn({ fields: allOf(own), added: [] })
    onDone?.()
  }
  return (
    <DeskForm
      operation="contacts.update"
      submitName={say('desk.save')}
      {...{ isBusy: save.isPending, error: save.error, isReadOnly: !mayChange }}
      isDisabled={own.added.some((field) => isTaken(own, field))}
      onSubmit={() => save.mutate(undefined, { onSuccess })}
      more={
        onDone && (
          <Button variant="default" onClick={onDone}>
            {say('desk.cancel')}
          </Button>
        )
      }
    >
      <TextField label={say('about.name')} {...texts.bind('name')} />
      <TextField label={say('about.email')} type="email" {...texts.bind('email')} />
      <TextField label={say('about.company')} {...texts.bind('company')} />
      <OwnFields own={own} onChange={setOwn} isReadOnly={!mayChange} />
    </DeskForm>
  )
}

/** Existing custom fields, and new ones whose names are still being typed. */
type Own = { fields: Readonly<Record<string, string>>; added: readonly Added[] }
type Added = { name: string; value: string }

/** Whether another custom field has the same name. */
function isTaken({ fields, added }: Own, field: Added): boolean {
  const name = field.name.trim()
  const isTwice = added.filter((other) => other.name.trim() === name).length > 1
  return name !== '' && (Object.hasOwn(fields, name) || isTwice)
}

/** Returns all custom fields. A field without a name yet is left out. */
function allOf({ fields, added }: Own): Record<string, string> {
  const named = added.filter(({ name }) => name.trim() !== '')
  return { ...fields, ...Object.fromEntries(named.map(({ name, value }) => [name.trim(), value])) }
}

type OwnProps = { own: Own; onChange: (own: Own) => void; isReadOnly: boolean }

/** A contact's custom fields, which can be changed, removed and added. Only a new field can be named. */
function OwnFields({ own, onChange, isReadOnly }: OwnProps) {
  const { fields, added } = own
  const set = (name: string, value: string) => onChange({ ...own, fields: { ...fields, [name]: value } })
  const remove = (name: string) =>
    onChange({ ...own, fields: Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name)) })
  const change = (at: number, changed: Partial<Added>) =>
    onChange({ ...own, added: added.map((field, i) => (i === at ? { ...field, ...changed } : field)) })
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <div key={name} className={styles.field}>
          <TextField
            name={`fields.${name}`}
            label={name}
            readOnly={isReadOnly}
            value={value}
            onChange={(event) => set(name, event.currentTarget.value)}
          />
          {!isReadOnly && <RemoveButton name={name} onRemove={() => remove(name)} />}
        </div>
      ))}
      {added.map((field, i) => (
        <AddedField
          // Identify the field by its position while its name is being typed.
          key={`${i}`}
          {...{ field, isTaken: isTaken(own, field) }}
          onChange={(changed) => change(i, changed)}
        />
      ))}
      {!isReadOnly && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={styles.add}
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => onChange({ ...own, added: [...added, { name: '', value: '' }] })}
        >
          {say('contact.fieldAdd')}
        </Button>
      )}
    </>
  )
}

function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <IconButton icon="trash" iconSize={15} label={say('contact.fieldRemove', { name })} size="lg" onClick={onRemove} />
  )
}

type AddedProps = { field: Added; isTaken: boolean; onChange: (changed: Partial<Added>) => void }

/** A custom field that isn't saved yet, with a field for its name. */
function AddedField({ field: { name, value }, isTaken: isNameTaken, onChange }: AddedProps) {
  return (
    <div className={styles.added}>
      <TextInput
        autoFocus
        label={say('contact.fieldName')}
        maxLength={30}
        error={isNameTaken ? say('contact.fieldTaken') : undefined}
        value={name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextField
        name={`fields.${name.trim()}`}
        label={say('contact.fieldValue')}
        value={value}
        onChange={(event) => onChange({ value: event.currentTarget.value })}
      />
    </div>
  )
}
