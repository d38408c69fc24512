import { Alert, Button, TextInput, UnstyledButton } from '@mantine/core'
import type { Template } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Chat } from '../../../api/kinds.ts'
import { templatesQuery } from '../../../api/lists.ts'
import { filledText, variablesOf } from '../../../messages/filled-text.ts'
import { Icon } from '../../../parts/icon.tsx'
import { sentenceOf } from '../../../parts/problem.tsx'
import { say } from '../../../words/say.ts'
import { useSend } from '../data.ts'
import styles from '../inbox.module.css'

type Props = { workspace: string; chat: Chat; onSent: () => void }

/** Chooses a template, fills it, and sends it. It reaches the customer at any time. */
export function TemplatePicker({ workspace, chat, onSent }: Props) {
  const { data, error, isPending } = useQuery(templatesQuery(workspace, chat.number))
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Template>()
  if (error) return <Alert color="red">{sentenceOf(error)}</Alert>
  if (chosen) {
    return (
      <FilledTemplate
        workspace={workspace}
        chat={chat}
        template={chosen}
        onBack={() => setChosen(undefined)}
        onSent={onSent}
      />
    )
  }
  const usable = (data ?? []).filter(({ status, name, body }) => {
    return status.toUpperCase() === 'APPROVED' && `${name} ${body ?? ''}`.toLowerCase().includes(search.toLowerCase())
  })
  return (
    <div>
      <TextInput
        size="xs"
        placeholder={say('template.find')}
        aria-label={say('template.find')}
        leftSection={<Icon name="search" size={14} />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className={styles.templates}>
        {usable.map((template) => (
          <UnstyledButton
            key={`${template.name}${template.language}`}
            className={styles.templateRow}
            onClick={() => setChosen(template)}
          >
            <b>{template.name}</b> <span className={styles.quiet}>{template.language}</span>
            <span className={styles.templateBody}>{template.body}</span>
          </UnstyledButton>
        ))}
        {!isPending && usable.length === 0 && <p className={styles.quiet}>{say('template.none')}</p>}
      </div>
    </div>
  )
}

type FilledProps = Props & { template: Template; onBack: () => void }

function FilledTemplate({ workspace, chat, template, onBack, onSent }: FilledProps) {
  const [values, setValues] = useState<Record<string, string>>(() => guessed(template, chat))
  const [key] = useState(() => crypto.randomUUID())
  const send = useSend(workspace)
  const isComplete = template.variables.every((name) => values[name]?.trim())
  const submit = () => {
    const { name, language, variables } = template
    const filled = variables.length === 0 ? {} : { variables: variablesOf(variables, values) }
    send.mutate({ chat: chat.id, template: { name, language, ...filled }, key }, { onSuccess: onSent })
  }
  return (
    <div>
      <div className={styles.filled}>{filledText(template.body ?? template.name, values)}</div>
      <div className={styles.values}>
        {template.variables.map((name) => (
          <TextInput
            key={name}
            size="xs"
            label={say('template.variable', { name })}
            value={values[name] ?? ''}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
      </div>
      {send.error && <Alert color="red">{sentenceOf(send.error)}</Alert>}
      <div className={styles.composerFoot}>
        <Button variant="default" size="xs" onClick={onBack}>
          {say('template.other')}
        </Button>
        <Button ml="auto" size="xs" disabled={!isComplete} loading={send.isPending} onClick={submit}>
          {say('template.send')}
        </Button>
      </div>
    </div>
  )
}

/** Fills what is called like the name of the customer with it; a guess is seen before it is sent. */
function guessed(template: Template, chat: Chat): Record<string, string> {
  const [first] = template.variables
  const isName = first !== undefined && /name/i.test(first)
  return isName && chat.name ? { [first]: chat.name.split(' ')[0] ?? chat.name } : {}
}
