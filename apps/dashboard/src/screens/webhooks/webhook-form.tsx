import { Checkbox, Input } from '@mantine/core'
import type { Webhook, WebhooksCreateInput, WebhooksUpdateInput } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { numbersQuery } from '../../api/api.ts'
import { useChanges } from '../../parts/changes.ts'
import desk from '../../parts/desk.module.css'
import {
  DeskForm,
  type FormAction,
  PasswordField,
  SelectField,
  TextAreaField,
  TextField,
  useFault,
  useFields,
} from '../../parts/form.tsx'
import { Loaded } from '../../parts/page.tsx'
import { useWorkspaceId } from '../../session/session.ts'
import { linesOf, say } from '../../words/words.ts'
import { kindsQuery } from './data.ts'
import styles from './webhooks.module.css'

/** The form's values. A null number lifts the webhook's limit to one; a null name or header removes it. */
export type WebhookFields = Omit<WebhooksCreateInput, 'url' | 'name' | 'number' | 'secretHeader'> &
  Pick<WebhooksUpdateInput, 'name' | 'number' | 'secretHeader'>

type Props = {
  webhook?: Webhook
  submitName: string
  isReadOnly?: boolean
  action: FormAction
  onSubmit: (fields: WebhookFields, edit: { changes: Partial<WebhookFields>; onStored: () => void }) => void
}

/** Form for a new webhook, or to change one. The secret header's value stays hidden: it is only replaced, when its field is filled in. */
export function WebhookForm({ webhook, submitName, isReadOnly = false, action, onSubmit }: Props) {
  const { fields, bind } = useFields(textsOf(webhook))
  const numbers = useQuery(numbersQuery(useWorkspaceId())).data ?? []
  const [events, setEvents] = useState<string[]>(webhook?.events ?? ['message:*'])
  const headerName = fields.headerName.trim()
  // A new name needs its value, and the form says so only when it is submitted. Until then, it must count as changed.
  const [named, onNameStored] = useChanges({ headerName })
  const isRenamed = 'headerName' in named
  const input = { ...inputOf(fields, events), ...(isRenamed && headerName === '' ? { secretHeader: null } : {}) }
  const [changes, onInputStored] = useChanges(input)
  const onStored = () => {
    onInputStored()
    onNameStored()
  }
  return (
    <DeskForm
      operation="webhooks.create"
      {...{ submitName, isReadOnly, action }}
      isDisabled={events.length === 0}
      changes={webhook && { ...changes, ...named }}
      onSubmit={() => onSubmit(input, { changes, onStored })}
    >
      <TextField label={say('word.name')} data-autofocus {...bind('name')} />
      <TextAreaField
        label={say('webhook.urls')}
        description={say('webhook.urlsHelp')}
        placeholder="https://crm.example.com/hook"
        rows={2}
        required
        {...bind('urls')}
      />
      <KindsField chosen={events} onChange={setEvents} />
      <SelectField
        label={say('webhook.number')}
        data={[
          { value: '', label: say('webhook.allNumbers') },
          ...numbers.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...bind('number')}
      />
      <div className={desk.pair}>
        <TextField
          label={say('webhook.headerName')}
          placeholder="X-Webhook-Secret"
          {...bind('headerName')}
          name="secretHeader.name"
        />
        <PasswordField
          label={say('webhook.headerValue')}
          autoComplete="off"
          required={headerName !== '' && isRenamed}
          {...bind('headerValue')}
          name="secretHeader.value"
        />
      </div>
      <TextField
        label={say('webhook.rate')}
        description={say('webhook.rateHelp')}
        type="number"
        {...bind('rate')}
        name="ratePerSecond"
      />
    </DeskForm>
  )
}

/** Returns a webhook's form values. The secret header's value is empty, because the API doesn't return it. */
const textsOf = (webhook?: Webhook) => ({
  name: webhook?.name ?? '',
  urls: webhook?.urls.join('\n') ?? '',
  number: webhook?.number ?? '',
  headerName: webhook?.secretHeader?.name ?? '',
  headerValue: '',
  rate: webhook?.ratePerSecond?.toString() ?? '',
})

/** Returns the request for form values. Without a new value, the secret header stays as it is. */
function inputOf(texts: ReturnType<typeof textsOf>, events: string[]) {
  const { name, urls, number, headerName, headerValue, rate } = texts
  return {
    name: name.trim() || null,
    urls: linesOf(urls),
    events,
    number: number || null,
    ...(headerValue === '' ? {} : { secretHeader: { name: headerName.trim(), value: headerValue } }),
    ratePerSecond: rate === '' ? null : Number(rate),
  }
}

type KindsFieldProps = { chosen: readonly string[]; onChange: (kinds: string[]) => void }

/** Selects events: all events, all events for one noun, or individual kinds, with descriptions. */
function KindsField({ chosen, onChange }: KindsFieldProps) {
  const query = useQuery(kindsQuery(useWorkspaceId()))
  const fault = useFault('events', chosen)
  // Some kinds are sent only to webhooks that name them, so selecting a noun doesn't include them.
  const set = (kind: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, kind] : chosen.filter((each) => each !== kind))
  const box = (kind: string, label: string, help?: string) => (
    <Checkbox
      key={kind}
      size="xs"
      label={label}
      description={help}
      checked={chosen.includes(kind)}
      onChange={(event) => set(kind, event.currentTarget.checked)}
    />
  )
  return (
    <fieldset className={styles.kinds}>
      <legend>{say('nav.events')}</legend>
      {fault && <Input.Error>{fault}</Input.Error>}
      {box('*', say('webhook.all'))}
      <Loaded query={query}>
        {(kinds) =>
          [...Map.groupBy(kinds, ({ event }) => nounOf(event))].map(([noun, of]) => (
            <div key={noun}>
              {box(`${noun}:*`, `${noun}:*`)}
              <div className={styles.single}>
                {of.map(({ event, when }) => box(event, event, when.replaceAll('`', '')))}
              </div>
            </div>
          ))
        }
      </Loaded>
    </fieldset>
  )
}

/** Returns what a kind of event is about, such as `message` for `message:in`. */
const nounOf = (kind: string) => kind.split(':')[0] ?? kind
