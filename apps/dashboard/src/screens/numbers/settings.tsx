import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import type { NumbersUpdateInput, Number as PhoneNumber } from '@posthorn/sdk'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { useAction } from '../../api/use-action.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import deskStyles from '../../parts/desk.module.css'
import { Panel } from '../../parts/page.tsx'
import { useMay, useWorkspaceId } from '../../session/me.ts'
import { say } from '../../words/say.ts'
import styles from './numbers.module.css'

/** Name, rate, quiet hours and secrets of a number, and its end. */
export function Settings({ number }: { number: PhoneNumber }) {
  const may = useMay()
  return (
    <>
      <SettingsForm number={number} />
      {number.provider === 'cloud' && may('numbers.update') && <SecretsForm number={number} />}
      {may('numbers.disconnect') && number.status !== 'disconnected' && <Disconnect number={number} />}
    </>
  )
}

function SettingsForm({ number }: { number: PhoneNumber }) {
  const may = useMay()
  const workspace = useWorkspaceId()
  const { quietHours, ratePerSecond } = number.settings
  const [name, setName] = useState(number.name)
  const [rate, setRate] = useState(ratePerSecond?.toString() ?? '')
  const [from, setFrom] = useState(quietHours?.from ?? '')
  const [to, setTo] = useState(quietHours?.to ?? '')
  const [zone, setZone] = useState(quietHours?.timeZone ?? 'recipient')
  const [isDefault, setDefault] = useState(number.default)
  const save = useAction({
    run: (input: NumbersUpdateInput) => api.numbers.update(input),
    changes: [['numbers', workspace]],
    done: () => say('desk.stored'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const hours = from && to ? { from, to, timeZone: zone } : null
    save.mutate({
      id: number.id,
      name: name.trim(),
      ...(isDefault && !number.default ? { default: true as const } : {}),
      settings: { ratePerSecond: rate === '' ? null : Number(rate), quietHours: hours },
    })
  }
  const text = (value: string, set: (next: string) => void) => ({
    value,
    readOnly: !may('numbers.update'),
    onChange: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value),
  })
  return (
    <Panel title={say('number.settings')}>
      <form className={deskStyles.form} onSubmit={submit}>
        <TextInput label={say('number.name')} {...text(name, setName)} required withAsterisk={false} />
        <TextInput
          label={say('number.rate')}
          description={say('number.rateHelp')}
          type="number"
          min={1}
          {...text(rate, setRate)}
        />
        <div className={styles.pair}>
          <TextInput label={say('number.quietFrom')} type="time" {...text(from, setFrom)} />
          <TextInput label={say('number.quietTo')} type="time" {...text(to, setTo)} />
        </div>
        <TextInput label={say('number.zone')} description={say('number.zoneHelp')} {...text(zone, setZone)} />
        <Checkbox
          label={say('number.default')}
          checked={isDefault}
          disabled={number.default || !may('numbers.update')}
          onChange={(event) => setDefault(event.currentTarget.checked)}
        />
        {may('numbers.update') && (
          <div className={deskStyles.formFoot}>
            <Button type="submit" loading={save.isPending}>
              {say('desk.save')}
            </Button>
          </div>
        )}
      </form>
    </Panel>
  )
}

function SecretsForm({ number }: { number: PhoneNumber }) {
  const workspace = useWorkspaceId()
  const [accessToken, setAccessToken] = useState('')
  const [appSecret, setAppSecret] = useState('')
  const save = useAction({
    run: (input: NumbersUpdateInput) => api.numbers.update(input),
    changes: [['numbers', workspace]],
    done: () => say('desk.stored'),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const secrets = { ...(accessToken ? { accessToken } : {}), ...(appSecret ? { appSecret } : {}) }
    save.mutate({ id: number.id, ...secrets }, { onSuccess: () => (setAccessToken(''), setAppSecret('')) })
  }
  const toggle = { visibilityToggleButtonProps: { 'aria-label': say('signIn.show') }, autoComplete: 'off' }
  return (
    <Panel title={say('number.secrets')}>
      <form className={deskStyles.form} onSubmit={submit}>
        <PasswordInput
          label={say('connect.token')}
          {...toggle}
          value={accessToken}
          onChange={(event) => setAccessToken(event.currentTarget.value)}
        />
        <PasswordInput
          label={say('connect.appSecret')}
          {...toggle}
          value={appSecret}
          onChange={(event) => setAppSecret(event.currentTarget.value)}
        />
        <div className={deskStyles.formFoot}>
          <Button type="submit" disabled={!accessToken && !appSecret} loading={save.isPending}>
            {say('number.replaceSecrets')}
          </Button>
        </div>
      </form>
    </Panel>
  )
}

function Disconnect({ number }: { number: PhoneNumber }) {
  const workspace = useWorkspaceId()
  const navigate = useNavigate()
  const disconnect = useAction({
    run: () => api.numbers.disconnect({ id: number.id }),
    changes: [['numbers', workspace]],
    done: () => say('number.isDisconnected'),
  })
  const run = () => disconnect.mutateAsync(undefined).then(() => navigate({ href: `/${workspace}/numbers` }))
  return (
    <Panel title={say('number.disconnect')}>
      <p>{say('number.disconnectWhy')}</p>
      <ConfirmButton
        name={say('number.disconnect')}
        text={say('number.disconnectSure', { name: number.name })}
        run={run}
        button={{ color: 'red', variant: 'light' }}
      />
    </Panel>
  )
}
