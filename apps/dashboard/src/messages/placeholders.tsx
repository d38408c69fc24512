import { Button, Popover, Stack, type TextareaProps, type TextInputProps } from '@mantine/core'
import { parsePlaceholders, placeholderText } from '@posthorn/contracts/placeholders'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type SyntheticEvent, useId, useState } from 'react'
import { recentContactsQuery } from '../api/api.ts'
import { isComposed } from '../keys/bindings.ts'
import { SelectField, TextAreaField, TextField } from '../parts/form.tsx'
import { useWorkspaceId } from '../session/session.ts'
import { say } from '../words/words.ts'
import styles from './placeholders.module.css'

const labels = {
  'contact.name': 'word.name',
  'contact.firstName': 'segment.subject.firstName',
  'contact.lastName': 'segment.subject.lastName',
  'contact.phone': 'word.phone',
  'contact.email': 'segment.subject.email',
  'contact.company': 'segment.subject.company',
  'contact.country': 'segment.subject.country',
  'contact.language': 'segment.subject.language',
  'contact.fields.': 'placeholder.ownField',
} as const

/**
 * Returns a placeholder's name in the person's language, without `contact.`. Custom fields keep the name that people gave them;
 * `username` stays as it is. `contact.fields.` alone is the choice of a custom field.
 */
export function nameOfValue(name: string): string {
  const label = Object.hasOwn(labels, name) ? labels[name as keyof typeof labels] : undefined
  return label ? say(label) : name.replace(/^contact\.(fields\.)?/, '')
}

type Shared = {
  name: string
  label: string
  required?: boolean
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
}
type Selected = SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>

/**
 * A text field with a button that inserts a placeholder where the cursor was. Says what each placeholder stands for and, once left, whether one
 * is faulty. Without `rows`, the text is a single line.
 */
export function PlaceholderField({ rows, ...field }: Shared & { rows?: number }) {
  const [place, setPlace] = useState<number>()
  const [isLeft, setLeft] = useState(false)
  const { value, onChange } = field
  const insert = (text: string) => {
    const at = Math.min(place ?? value.length, value.length)
    onChange({ currentTarget: { value: value.slice(0, at) + text + value.slice(at) } })
    setPlace(at + text.length)
  }
  const { fault, pieces = [] } = parsePlaceholders(value)
  const named = pieces.filter((piece) => typeof piece !== 'string')
  const legend = named.map(({ name, fallback }) => say('placeholder.legend', { name: nameOfValue(name), fallback }))
  const input = {
    ...field,
    ...(legend.length > 0 ? { description: [...new Set(legend)].join(' · ') } : {}),
    ...(isLeft && fault !== undefined ? { error: say('placeholder.faulty') } : {}),
    inputWrapperOrder: ['label', 'input', 'description', 'error'],
    onSelect: (event: Selected) => setPlace(event.currentTarget.selectionStart ?? undefined),
    onFocus: () => setLeft(false),
    onBlur: () => setLeft(true),
  } satisfies Partial<TextInputProps & TextareaProps>
  return (
    <div className={styles.insertable}>
      {rows === undefined ? <TextField {...input} /> : <TextAreaField {...input} rows={rows} />}
      <InsertButton field={field.label} onInsert={insert} />
    </div>
  )
}

const ownField = 'contact.fields.'
const names = ['contact.firstName', 'contact.name', 'contact.phone'] as const

/** Button that opens the choice of a placeholder. `field`: label of the text field, for screen readers. */
function InsertButton({ field, onInsert }: { field: string; onInsert: (text: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  const insert = (text: string) => {
    setOpen(false)
    onInsert(text)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-xs"
          className={styles.insert}
          aria-label={say('placeholder.insertInto', { field })}
          onClick={() => setOpen(!isOpen)}
        >
          {say('placeholder.insert')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>{isOpen && <InsertPanel onInsert={insert} />}</Popover.Dropdown>
    </Popover>
  )
}

/** Choice of a placeholder's value and fallback. The button or Enter inserts it, once both are valid. */
function InsertPanel({ onInsert }: { onInsert: (text: string) => void }) {
  const [chosen, setChosen] = useState<string>(names[0])
  const [key, setKey] = useState('')
  const [fallback, setFallback] = useState(() => usualFallback(names[0]))
  const choose = (next: string) => {
    setChosen(next)
    setFallback(usualFallback(next))
  }
  const name = chosen === ownField ? `${ownField}${key.trim()}` : chosen
  const text = placeholderText({ name, fallback: fallback.trim() })
  const isReady = parsePlaceholders(text).fault === undefined
  const insert = () => isReady && onInsert(text)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || isComposed(event.nativeEvent)) return
    // Otherwise, Enter on the button would insert twice.
    event.preventDefault()
    insert()
  }
  const choices = [...names, ownField].map((value) => ({ value, label: nameOfValue(value) }))
  return (
    <Stack gap="xs" onKeyDown={onKeyDown}>
      <SelectField
        label={say('placeholder.value')}
        data={choices}
        value={chosen}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {chosen === ownField && <KeyField value={key} onChange={setKey} />}
      <TextField
        name="fallback"
        label={say('placeholder.fallback')}
        description={say('placeholder.fallbackHelp')}
        autoComplete="off"
        value={fallback}
        onChange={(event) => setFallback(event.currentTarget.value)}
      />
      <Button type="button" disabled={!isReady} onClick={insert}>
        {say('placeholder.insert')}
      </Button>
    </Stack>
  )
}

/** Name of a custom field, with those of recently changed contacts as suggestions. */
function KeyField({ value, onChange }: { value: string; onChange: (key: string) => void }) {
  const { data: recent = [] } = useQuery(recentContactsQuery(useWorkspaceId()))
  const keys = [...new Set(recent.flatMap(({ fields }) => Object.keys(fields)))].toSorted((a, b) => a.localeCompare(b))
  const list = useId()
  return (
    <>
      <TextField
        name="key"
        label={say('placeholder.key')}
        list={list}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={list}>
        {keys.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
    </>
  )
}

/** Returns the fallback that is offered at first; empty for a custom field. */
function usualFallback(name: string): string {
  if (name === ownField) return ''
  return name === 'contact.phone' ? say('placeholder.noPhone') : say('placeholder.noName')
}
