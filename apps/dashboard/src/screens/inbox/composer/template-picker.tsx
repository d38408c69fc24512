import { Alert, Button, TextInput, UnstyledButton } from '@mantine/core'
import type { Chat, Template } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { isApproved, templatesQuery } from '../../../api/api.ts'
import { isComposed } from '../../../keys/bindings.ts'
import { filledText, variablesOf } from '../../../messages/text.ts'
import { sendTemplate } from '../../../outbox/new-entries.ts'
import { useSender } from '../../../outbox/sender.ts'
import { Icon } from '../../../parts/icon.tsx'
import { sentenceOf } from '../../../parts/problem.tsx'
import { ownValue, say } from '../../../words/words.ts'
import styles from '../inbox.module.css'

type Props = {
  workspace: string
  chat: Chat
  /** Set if the person opened the picker, so that it takes the focus. */
  hasFocus: boolean
  onSent: () => void
}

/** Selects, fills in and sends a template, which can reach the customer at any time. */
export function TemplatePicker({ onSent, ...props }: Props) {
  const { data, error } = useQuery(templatesQuery(props.workspace, props.chat.number))
  const [chosen, setChosen] = useState<Template>()
  if (error && data === undefined) return <Alert color="red">{sentenceOf(error)}</Alert>
  if (chosen === undefined) return <TemplateChoice templates={data} hasFocus={props.hasFocus} onChoose={setChosen} />
  const leave = () => setChosen(undefined)
  return <FilledTemplate {...props} template={chosen} onBack={leave} onSent={() => (leave(), onSent())} />
}

type ChoiceProps = {
  templates: readonly Template[] | undefined
  hasFocus: boolean
  onChoose: (template: Template | undefined) => void
}

/** The approved templates, with a search. Enter chooses the first match. */
function TemplateChoice({ templates, hasFocus, onChoose }: ChoiceProps) {
  const [search, setSearch] = useState('')
  const words = search.toLowerCase()
  const approved = (templates ?? []).filter(isApproved)
  const found = approved.filter(({ name, body }) => `${name} ${body ?? ''}`.toLowerCase().includes(words))
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isComposed(event.nativeEvent)) return
    if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key !== 'Enter') return
    // Otherwise, the same key press would also press the button that gets the focus.
    event.preventDefault()
    onChoose(found[0])
  }
  return (
    <div>
      <TextInput
        size="xs"
        placeholder={say('template.find')}
        aria-label={say('template.find')}
        leftSection={<Icon name="search" size={14} />}
        autoFocus={hasFocus}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.templates}>
        {found.map((template) => (
          <UnstyledButton
            key={`${template.name}${template.language}`}
            className={styles.templateRow}
            onClick={() => onChoose(template)}
          >
            <b>{template.name}</b> <span className={styles.quiet}>{template.language}</span>
            <span className={styles.templateBody} dir="auto">
              {template.body}
            </span>
          </UnstyledButton>
        ))}
        {templates && found.length === 0 && <p className={styles.quiet}>{say('template.none')}</p>}
      </div>
    </div>
  )
}

type FilledProps = Props & { template: Template; onBack: () => void }

/** A template with fields for its variables. It can be sent once all of them have a value. */
function FilledTemplate({ chat, hasFocus, template, onBack, onSent }: FilledProps) {
  const [values, setValues] = useState<Record<string, string>>(() => guessed(template, chat))
  const sender = useSender()
  const missing = template.variables.find((name) => !ownValue(values, name)?.trim())
  // The field to fill in first. It stays the same while the person types.
  const [first] = useState(missing)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { name, language, variables } = template
    const filled = variables.length === 0 ? {} : { variables: variablesOf(variables, values) }
    const text = filledText(template.body ?? name, values)
    sendTemplate({ ...sender, chat: chat.id }, { kind: 'template', template: { name, language, ...filled }, text })
    onSent()
  }
  return (
    <form onSubmit={submit}>
      <div className={styles.filled} dir="auto">
        {filledText(template.body ?? template.name, values)}
      </div>
      <div className={styles.values}>
        {template.variables.map((name) => (
          <TextInput
            key={name}
            size="xs"
            label={say('template.variable', { name })}
            autoFocus={hasFocus && name === first}
            value={ownValue(values, name) ?? ''}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
      <div className={styles.composerFoot}>
        <Button variant="default" size="xs" onClick={onBack}>
          {say('template.other')}
        </Button>
        <Button
          type="submit"
          ml="auto"
          size="xs"
          autoFocus={hasFocus && first === undefined}
          disabled={missing !== undefined}
        >
          {say('template.send')}
        </Button>
      </div>
    </form>
  )
}

/** Prefills the first variable with the customer's first name if it is named like one. The person sees the result before sending. */
function guessed(template: Template, chat: Chat): Record<string, string> {
  const [first] = template.variables
  const isName = first !== undefined && /name/i.test(first)
  return isName && chat.name ? { [first]: chat.name.split(' ')[0] ?? chat.name } : {}
}
