import { Stack } from '@mantine/core'
import type { CreatedWebhook, NewApiKey, Number as PhoneNumber } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, numbersQuery, useKeyed } from '../../api/api.ts'
import { SecretDialog } from '../../parts/dialogs.tsx'
import { DeskForm, SelectField, TextField, useFields } from '../../parts/form.tsx'
import { ActionButton, CodeBlock, CopyButton, Empty, Facts, Loaded, Page, Panel, useAction } from '../../parts/page.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { say } from '../../words/words.ts'

/** Programs that can use this installation's Cloud API, each with the name of its URL setting. */
const programs = {
  chatwoot: { name: 'Chatwoot', setting: 'WHATSAPP_CLOUD_BASE_URL' },
  typebot: { name: 'Typebot', setting: 'WHATSAPP_CLOUD_API_URL' },
} as const

type ProgramName = keyof typeof programs
type Step = { number: PhoneNumber; program: ProgramName }

/** The steps that connect a program for the Cloud API, such as Chatwoot, to this installation in place of WhatsApp. */
export function ProgramScreen() {
  const query = useQuery(numbersQuery(useWorkspaceId()))
  return (
    <Page
      title={say('program.title')}
      lead={say('program.lead')}
      back={{ to: 'developer/webhooks', name: say('nav.webhooks') }}
    >
      <Loaded query={query}>
        {(numbers) => {
          const connected = numbers.filter(({ status }) => status !== 'disconnected')
          return connected.length === 0 ? <Empty title={say('program.noNumber')} /> : <Steps numbers={connected} />
        }}
      </Loaded>
    </Page>
  )
}

/** The program, the number, and the settings for both. Another choice empties the form for the webhook. */
function Steps({ numbers }: { numbers: readonly PhoneNumber[] }) {
  const [program, setProgram] = useState<ProgramName>('chatwoot')
  const [chosen, setChosen] = useState(numbers[0]?.id)
  const number = numbers.find(({ id }) => id === chosen) ?? numbers[0]
  if (number === undefined) return null
  const step = { program, number }
  return (
    <>
      <Panel title={say('program.address')}>
        <Stack>
          <SelectField
            label={say('program.program')}
            data={Object.entries(programs).map(([value, { name }]) => ({ value, label: name }))}
            value={program}
            onChange={({ currentTarget }) => setProgram(currentTarget.value as ProgramName)}
          />
          <SelectField
            label={say('view.number')}
            data={numbers.map(({ id, name }) => ({ value: id, label: name }))}
            value={number.id}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          />
          <p>{say(`program.${program}Address`)}</p>
          <CodeBlock label={say('program.address')} text={`${programs[program].setting}=${location.origin}/graph`} />
        </Stack>
      </Panel>
      <Credentials {...step} />
      <Receiving key={`${program} ${number.id}`} {...step} />
    </>
  )
}

/** The program's settings other than the URL: a key, and the number with its ids. */
function Credentials({ program, number }: Step) {
  const mayCreate = useMay()('keys.create')
  const [made, setMade] = useState<NewApiKey>()
  const { name } = programs[program]
  const send = useKeyed(api.keys.create, true)
  const create = useAction({
    run: () => send({ name, scopes: ['read', 'send', 'manage'], numbers: [number.id] }).then((key) => setMade(key)),
    changes: ['keys'],
  })
  const copied = (value: string) => (
    <>
      <code>{value}</code> <CopyButton text={value} />
    </>
  )
  return (
    <Panel title={say('program.credentials')}>
      <Stack align="flex-start">
        <p>{say(`program.${program}Credentials`)}</p>
        <Facts
          facts={[
            [say('program.phone'), number.phone && copied(number.phone)],
            [say('program.phoneNumberId'), copied(number.phoneNumberId)],
            [say('program.businessAccountId'), number.businessAccountId && copied(number.businessAccountId)],
          ]}
        />
        {mayCreate ? <ActionButton action={create} name={say('program.makeKey')} /> : <p>{say('program.askKey')}</p>}
      </Stack>
      {made && (
        <SecretDialog
          title={say('key.made', { name: made.name })}
          secret={made.key}
          onClose={() => setMade(undefined)}
        />
      )}
    </Panel>
  )
}

/**
 * Form for the webhook that sends messages to the program, with the callback URL and the verify token that the program shows. Before the
 * webhook is created, the program must respond to a request that has this token.
 */
function Receiving({ program, number }: Step) {
  const mayCreate = useMay()('webhooks.create')
  const { fields, bind } = useFields({ url: '', verifyToken: '' })
  const [made, setMade] = useState<CreatedWebhook>()
  const { name } = programs[program]
  const send = useKeyed(api.webhooks.create)
  const create = useAction({
    run: () => {
      const { url, verifyToken } = fields
      const input = { name, url: url.trim(), verifyToken: verifyToken.trim(), format: 'graph', events: ['messages'] }
      return send({ ...input, number: number.id }).then((webhook) => setMade(webhook))
    },
    changes: ['webhooks'],
    isOfForm: true,
  })
  return (
    <Panel title={say('program.receiving')}>
      <p>{say(`program.${program}Receiving`)}</p>
      <DeskForm
        submitName={say('program.connect')}
        isReadOnly={!mayCreate}
        action={create}
        onSubmit={() => create.mutate(undefined)}
      >
        <TextField
          label={say('number.callback')}
          placeholder="https://chatwoot.example.com/webhooks/whatsapp/+15550000001"
          required
          {...bind('url')}
        />
        <TextField label={say('connect.verifyToken')} autoComplete="off" required {...bind('verifyToken')} />
      </DeskForm>
      {made && (
        <SecretDialog title={say('program.isConnected')} secret={made.signingSecret} onClose={() => setMade(undefined)}>
          <p>{say('program.appSecret')}</p>
        </SecretDialog>
      )}
    </Panel>
  )
}
