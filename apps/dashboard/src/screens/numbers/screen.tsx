import type { ConnectedNumber, NumbersCreateInput, Number as PhoneNumber } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, numbersQuery, poll, useKeyed } from '../../api/api.ts'
import deskStyles from '../../parts/desk.module.css'
import { DeskForm, type FormAction, PasswordField, SelectField, TextField, useFields } from '../../parts/form.tsx'
import { ActionButton, CopyButton, Page, Panel, PlaceLink, Status, useAction } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Resource } from '../../parts/resource.tsx'
import type { Column } from '../../parts/rows.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'
import { limitOf, qualityOf, sentenceOfQueue, statusOf } from './statuses.ts'

type Provider = 'cloud' | 'simulator'

/** Values from the provider's console. The form says where each is found. */
const cloudFields = [
  { name: 'phoneNumberId', words: 'connect.phoneNumberId', isSecret: false },
  { name: 'businessAccountId', words: 'connect.businessAccountId', isSecret: false },
  { name: 'accessToken', words: 'connect.token', isSecret: true },
  { name: 'appSecret', words: 'connect.appSecret', isSecret: true },
] as const

const empty = { name: '', phoneNumberId: '', businessAccountId: '', accessToken: '', appSecret: '' }

/** Form that connects a number, only one also if it is submitted again, and then what is left to do at the provider. */
export function ConnectScreen() {
  const connect = useAction({ run: useKeyed(api.numbers.create), changes: ['numbers'], isOfForm: true })
  const mayConnect = useMay()('numbers.create')
  if (!mayConnect) return <Problem />
  if (connect.data) return <Connected number={connect.data} />
  return (
    <Page title={say('number.connect')} back={{ to: 'numbers', name: say('nav.numbers') }} lead={say('connect.lead')}>
      <Panel>
        <ConnectForm onConnect={connect.mutate} action={connect} />
      </Panel>
    </Page>
  )
}

type FormProps = { onConnect: (input: NumbersCreateInput) => void; action: FormAction }

/** Form for a number of WhatsApp's Cloud API, with credentials, or for a simulated one, without. */
function ConnectForm({ onConnect, action }: FormProps) {
  const [provider, setProvider] = useState<Provider>('cloud')
  const { fields, bind } = useFields(empty)
  const submit = () => onConnect(inputOf(provider, fields))
  const kinds = [
    { value: 'cloud', label: say('connect.cloud') },
    { value: 'simulator', label: say('connect.simulator') },
  ]
  return (
    <DeskForm submitName={say('number.connect')} action={action} onSubmit={submit}>
      <SelectField
        name="provider"
        label={say('word.type')}
        value={provider}
        data={kinds}
        onChange={(event) => setProvider(event.currentTarget.value as Provider)}
      />
      <TextField label={say('word.name')} description={say('connect.nameHelp')} {...bind('name')} {...required} />
      {provider === 'cloud' &&
        cloudFields.map(({ name, words, isSecret }) => {
          const props = { label: say(words), description: say(`${words}Where`), ...required, ...bind(name) }
          return isSecret ? <PasswordField key={name} {...props} /> : <TextField key={name} {...props} />
        })}
    </DeskForm>
  )
}

const required = { required: true, autoComplete: 'off' }

/** Returns the request for the form's values. A simulated number has no credentials. */
function inputOf(provider: Provider, fields: typeof empty): NumbersCreateInput {
  const name = fields.name.trim()
  if (provider === 'simulator') return { name, provider }
  return { name, provider, ...Object.fromEntries(cloudFields.map((field) => [field.name, fields[field.name].trim()])) }
}

/**
 * Remaining steps at the provider, with the callback URL and token to copy. The token is in no later response, so it is shown only here. A
 * simulated number has no steps.
 */
function Connected({ number }: { number: ConnectedNumber }) {
  const isSimulated = number.provider === 'simulator'
  return (
    <Page title={say('connect.done', { name: number.name })} back={{ to: 'numbers', name: say('nav.numbers') }}>
      <Panel title={isSimulated ? say('word.ready') : say('connect.callback')}>
        <p>{say(isSimulated ? 'connect.readyWhy' : 'connect.callbackWhy')}</p>
        {!isSimulated && (
          <>
            <Value name={say('number.callback')} value={number.callbackUrl} />
            <Value name={say('connect.verifyToken')} value={number.verifyToken} />
          </>
        )}
        <p>
          <PlaceLink to={`numbers/${number.id}`}>{say('connect.open')}</PlaceLink>
        </p>
      </Panel>
    </Page>
  )
}

/** A value to copy into the provider's console. */
function Value({ name, value }: { name: string; value: string }) {
  return (
    <>
      <p className={deskStyles.quiet}>{name}</p>
      <div className={deskStyles.once}>
        <code>{value}</code>
        <CopyButton text={value} />
      </div>
    </>
  )
}

/** The numbers, with their queues. Read every five seconds, because no event says how many messages wait, or what blocks a queue. */
export function NumbersScreen() {
  const workspace = useWorkspaceId()
  const may = useMay()
  const query = useQuery({ ...numbersQuery(workspace), refetchInterval: poll(5_000) })
  return (
    <Resource
      title={say('nav.numbers')}
      actions={<PlaceLink to="numbers/waiting">{say('queue.messages')}</PlaceLink>}
      query={query}
      columns={columns()}
      nameOf={({ name }) => name}
      textOf={({ name, phone }) => [name, phone].join(' ')}
      empty={{ title: say('number.none'), why: say('number.noneWhy') }}
      create={may('numbers.create') && { name: say('number.connect'), to: 'numbers/connect' }}
    />
  )
}

const columns = (): Column<PhoneNumber>[] => [
  {
    name: say('word.name'),
    cell: ({ id, name, phone, provider }) => (
      <span>
        <PlaceLink to={`numbers/${id}`}>{name}</PlaceLink>
        <br />
        <small>{phone ?? say('number.noPhone')}</small>
        {provider === 'simulator' && <small>{` · ${say('number.simulator')}`}</small>}
      </span>
    ),
    by: ({ name }) => name,
  },
  {
    name: say('word.status'),
    cell: (number) => <Status {...statusOf(number)} />,
    by: (number) => statusOf(number).text,
  },
  { name: say('number.quality'), cell: ({ device }) => <Status {...qualityOf(device.qualityRating)} /> },
  { name: say('number.limit'), cell: ({ device }) => limitOf(device.messagingLimit), isNumber: true },
  { name: say('number.queue'), cell: (number) => <QueueCell number={number} /> },
]

/** A number's queue in a sentence, with a link to its messages, and a button that resumes it if it is paused or draining. */
function QueueCell({ number }: { number: PhoneNumber }) {
  const { id, queue } = number
  const may = useMay()
  const resume = useAction({
    run: () => api.queues.resume({ id }),
    changes: ['numbers'],
    done: () => say('queue.resumed'),
  })
  if (queue === null) return <span>{say('number.unknown')}</span>
  return (
    <span>
      {sentenceOfQueue(queue)}{' '}
      {(queue.waiting > 0 || queue.blocked) && (
        <PlaceLink to={`numbers/${id}/queue`}>{queue.blocked ? say('queue.why') : say('word.show')}</PlaceLink>
      )}{' '}
      {queue.status !== 'active' && may('queues.resume') && (
        <ActionButton action={resume} size="compact-xs" name={say('why.resume')} />
      )}
    </span>
  )
}
