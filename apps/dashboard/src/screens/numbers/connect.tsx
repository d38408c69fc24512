import { Alert, Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import type { ConnectedNumber, NumbersCreateInput } from '@posthorn/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import deskStyles from '../../parts/desk.module.css'
import { Page, Panel } from '../../parts/page.tsx'
import { PlaceLink } from '../../parts/place-link.tsx'
import { sentenceOf } from '../../parts/problem.tsx'
import { useWorkspaceId } from '../../session/me.ts'
import { type Key, say } from '../../words/say.ts'
import styles from './numbers.module.css'

type Provider = 'cloud' | 'simulator'

const cloudFields = [
  { name: 'phoneNumberId', isSecret: false },
  { name: 'businessAccountId', isSecret: false },
  { name: 'accessToken', isSecret: true },
  { name: 'appSecret', isSecret: true },
] as const

const nameOf = { accessToken: 'token' } as Readonly<Record<string, string>>

/** Connects a number: of WhatsApp with the values of its account there, or of the simulator with a name only. */
export function ConnectScreen() {
  const workspace = useWorkspaceId()
  const client = useQueryClient()
  const [provider, setProvider] = useState<Provider>('cloud')
  const [fields, setFields] = useState<Record<string, string>>({})
  const connect = useMutation({
    mutationFn: (input: NumbersCreateInput) => api.numbers.create(input),
    onSuccess: () => client.invalidateQueries({ queryKey: ['numbers', workspace] }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    connect.mutate(inputOf(provider, fields))
  }
  const field = (name: string) => ({
    value: fields[name] ?? '',
    required: true,
    withAsterisk: false,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setFields((known) => ({ ...known, [name]: value }))
    },
  })
  if (connect.data) return <Connected number={connect.data} />
  return (
    <Page title={say('number.connect')} back={{ to: 'numbers', name: say('nav.numbers') }} lead={say('connect.lead')}>
      <Panel>
        <form className={deskStyles.form} onSubmit={submit}>
          <NativeSelect
            label={say('connect.provider')}
            value={provider}
            data={[
              { value: 'cloud', label: say('connect.cloud') },
              { value: 'simulator', label: say('connect.simulator') },
            ]}
            onChange={(event) => setProvider(event.currentTarget.value as Provider)}
          />
          <TextInput label={say('number.name')} description={say('connect.nameHelp')} {...field('name')} />
          {provider === 'cloud' &&
            cloudFields.map(({ name, isSecret }) => (
              <CloudField key={name} name={nameOf[name] ?? name} isSecret={isSecret} props={field(name)} />
            ))}
          {connect.error && <Alert color="red">{sentenceOf(connect.error)}</Alert>}
          <div className={deskStyles.formFoot}>
            <Button type="submit" loading={connect.isPending}>
              {say('number.connect')}
            </Button>
          </div>
        </form>
      </Panel>
    </Page>
  )
}

function CloudField({ name, isSecret, props }: { name: string; isSecret: boolean; props: object }) {
  const labels = { label: say(`connect.${name}` as Key), description: say(`connect.${name}Where` as Key) }
  if (!isSecret) return <TextInput {...labels} {...props} />
  return <PasswordInput {...labels} {...props} visibilityToggleButtonProps={{ 'aria-label': say('signIn.show') }} />
}

function inputOf(provider: Provider, fields: Record<string, string>): NumbersCreateInput {
  const name = fields['name']?.trim() ?? ''
  if (provider === 'simulator') return { name, provider }
  return { name, provider, ...Object.fromEntries(cloudFields.map((field) => [field.name, fields[field.name]?.trim()])) }
}

/** What remains to be done at the provider: the address of callbacks and the token, each to copy. */
function Connected({ number }: { number: ConnectedNumber }) {
  const isSimulated = number.provider === 'simulator'
  return (
    <Page title={say('connect.done', { name: number.name })} back={{ to: 'numbers', name: say('nav.numbers') }}>
      <Panel title={isSimulated ? say('connect.ready') : say('connect.callback')}>
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

function Value({ name, value }: { name: string; value: string }) {
  return (
    <>
      <p className={styles.where}>{name}</p>
      <div className={deskStyles.once}>
        <code>{value}</code>
        <CopyButton text={value} />
      </div>
    </>
  )
}
