import { Button, Popover, Stack, type TextareaProps, type TextInputProps } from '@mantine/core'
import { parsePlaceholders, placeholderText } from '@posthorn/contracts/placeholders'
import type { Channel, Post, PostsCreateInput, Template } from '@posthorn/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type SyntheticEvent, useId, useState } from 'react'
import { api, isApproved, templatesQuery, useKeyOf } from '../../api/api.ts'
import { isComposed } from '../../keys/bindings.ts'
import { TemplateField, TemplateVariables, templateOf } from '../../messages/fields.tsx'
import { filledText } from '../../messages/text.ts'
import { DeskForm, phonesOf, SelectField, TextAreaField, TextField, useFields } from '../../parts/form.tsx'
import { useAction } from '../../parts/page.tsx'
import { errorOfKeyed } from '../../parts/problem.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'
import styles from './broadcasts.module.css'
import { nameOfValue, Recipients, sayWhoGetsIt, useAudienceCount } from './recipients.tsx'

/** Names of the custom fields of recently changed contacts, sorted. */
const recentFieldsQuery = (workspace: string) =>
  queryOptions({
    queryKey: ['contact-fields', workspace],
    queryFn: async ({ signal }) => {
      const { items } = await api.contacts.list({ sort: 'updatedAt:desc', size: 100 }, { signal }).page()
      return [...new Set(items.flatMap(({ fields }) => Object.keys(fields)))].toSorted((a, b) => a.localeCompare(b))
    },
    staleTime: 60_000,
  })

type Shared = {
  name: string
  label: string
  required?: boolean
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
}
type Selected = SyntheticEvent<HTMLInputElement | HTMLTextAreaElement>

/** A text field with a button that inserts a placeholder where the cursor was. Says what each placeholder stands for. */
export function PlaceholderField({ isArea = false, rows = 1, ...field }: Shared & { isArea?: boolean; rows?: number }) {
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
      {isArea ? <TextAreaField {...input} rows={rows} /> : <TextField {...input} />}
      <InsertButton field={field.label} onInsert={insert} />
    </div>
  )
}

const ownField = 'contact.fields.'
const names = ['contact.firstName', 'contact.name', 'contact.phone'] as const

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

/** Choice of a value and its fallback. */
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
  const keys = useQuery(recentFieldsQuery(useWorkspaceId())).data ?? []
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

/** Form for a post: a template or text, now or later, with or without a test. Without a test, asks before sending. */
export function PostForm({ channel, onDone }: { channel: Channel; onDone: () => void }) {
  const templates = useQuery(templatesQuery(useWorkspaceId(), channel.number)).data ?? []
  const approved = templates.filter(isApproved)
  const { fields, bind } = useFields({ message: '', deliverAt: '', test: '' })
  const [templateId, setTemplateId] = useState('')
  const [variables, setVariables] = useState<Readonly<Record<string, string>>>({})
  const template = approved.find(({ id }) => id === templateId)
  const send = usePost()
  const hasTest = phonesOf(fields.test).length > 0
  const submit = () => {
    const input = { channel: channel.id, ...contentOf(template, variables, fields.message), ...optionsOf(fields) }
    // Closes the form only while it is open: otherwise, this would close what the person opened since. The form shows an error.
    return send.mutateAsync(input, { onSuccess: onDone }).catch(() => {})
  }
  const message = template ? filledText(template.body ?? template.name, variables) : fields.message
  const preview = { channel, deliverAt: fields.deliverAt, isTemplate: template !== undefined, text: message }
  return (
    <DeskForm
      submitName={say(hasTest ? 'post.sendTest' : 'composer.send')}
      action={{ isPending: send.isPending, error: errorOfKeyed(send.error) }}
      ask={hasTest ? undefined : { text: <SendWhy {...preview} />, isGrave: false }}
      onSubmit={submit}
    >
      <TemplateField
        templates={approved}
        chosen={templateId}
        onChange={setTemplateId}
        help={say('post.templateHelp')}
        none={say('post.noTemplate')}
      />
      {template ? (
        <TemplateVariables template={template} values={variables} onChange={setVariables} Field={PlaceholderField} />
      ) : (
        <PlaceholderField isArea rows={3} label={say('field.message')} required {...bind('message')} />
      )}
      <TimeFields bind={bind} />
    </DeskForm>
  )
}

/** Creates a post: only one, also if the same content is sent again after a lost response. */
function usePost() {
  const keyOf = useKeyOf()
  return useAction({
    run: (input: PostsCreateInput) => api.posts.create(input, { idempotencyKey: keyOf(input) }),
    changes: ['channels'],
    done: ({ status }) => say(doneKey(status)),
    isOfForm: true,
  })
}

/** Returns the key of the text that says what happens to a new post. */
const doneKey = (status: Post['status']) =>
  status === 'testing' ? 'post.isTesting' : status === 'scheduled' ? 'post.isScheduled' : 'post.begun'

type SendProps = { channel: Channel; deliverAt: string; isTemplate: boolean; text: string }

/** How many people will get a post without a test, when, and some of their messages. */
function SendWhy({ channel, deliverAt, isTemplate, text }: SendProps) {
  const textAt = deliverAt === '' ? Date.now() : Date.parse(deliverAt)
  const count = useAudienceCount(channel)
  return (
    <>
      <p>
        {sayWhoGetsIt(count, deliverAt && new Date(deliverAt).toISOString())} {say('post.untested')}
      </p>
      <Recipients channel={channel} text={text} {...(isTemplate ? {} : { textAt })} />
    </>
  )
}

function TimeFields({ bind }: { bind: ReturnType<typeof useFields<'message' | 'deliverAt' | 'test'>>['bind'] }) {
  return (
    <>
      <TextField
        label={say('post.deliverAt')}
        description={say('post.deliverAtHelp')}
        type="datetime-local"
        {...bind('deliverAt')}
      />
      <TextField label={say('post.test')} description={say('post.testHelp')} {...bind('test')} />
    </>
  )
}

const contentOf = (template: Template | undefined, values: Readonly<Record<string, string>>, message: string) =>
  template === undefined ? { message } : { template: templateOf(template, values) }

/** Returns when the post is sent, and to whom as a test before. */
function optionsOf({ deliverAt, test }: { deliverAt: string; test: string }) {
  const phones = phonesOf(test)
  return {
    ...(deliverAt === '' ? {} : { deliverAt: new Date(deliverAt).toISOString() }),
    ...(phones.length === 0 ? {} : { test: phones }),
  }
}
