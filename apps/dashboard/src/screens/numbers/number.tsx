import { Alert, Checkbox } from '@mantine/core'
import type { NumbersUpdateInput, Number as PhoneNumber } from '@posthorn/sdk'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, itemQuery } from '../../api/api.ts'
import { useChanges, useOverwriteCheck } from '../../parts/changes.ts'
import { TimeZoneField } from '../../parts/choice-fields.tsx'
import styles from '../../parts/desk.module.css'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { DeskForm, PasswordField, TextField, useFields } from '../../parts/form.tsx'
import {
  ActionButton,
  CopyButton,
  Facts,
  Loaded,
  Page,
  Panel,
  Status,
  Tabs,
  useAction,
  useOpenPlace,
  useSave,
} from '../../parts/page.tsx'
import { StoredError } from '../../parts/problem.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { fullMoment, say } from '../../words/words.ts'
import { Profile } from './profile.tsx'
import { QueuePart } from './queue.tsx'
import { canSendOf, limitOf, nameStatusOf, qualityOf, statusOf, throughputOf } from './statuses.ts'

const numberQuery = itemQuery('numbers', api.numbers.get)

/** A number's settings. A simulated number has no credentials to replace. */
function Settings({ number }: { number: PhoneNumber }) {
  const may = useMay()
  return (
    <>
      <SettingsForm number={number} />
      {number.provider === 'cloud' && may('numbers.update') && <SecretsForm number={number} />}
      {may('numbers.disconnect') && number.status !== 'disconnected' && <Disconnect number={number} />}
    </>
  )
}

/**
 * Form for a number's name, rate and quiet hours. A number stays the default until another one becomes it. The quiet hours are stored as a
 * whole, so saving may overwrite what a colleague changed, and warns once.
 */
function SettingsForm({ number }: { number: PhoneNumber }) {
  const mayChange = useMay()('numbers.update')
  const [becomesDefault, setDefault] = useState(false)
  const { fields, bind } = useFields(fieldsOf(number))
  const wanted = inputOf(fields)
  const [changes, onStored] = useChanges(wanted)
  const checkOverwrite = useOverwriteCheck({ quietHours: wanted.quietHours })
  const { id } = number
  const save = useSave(['numbers'], async (input: NumbersUpdateInput) => {
    await checkOverwrite(changes, async () => inputOf(fieldsOf(await api.numbers.get({ id }))))
    return api.numbers.update(input)
  })
  const { name, ...settings } = changes
  const others = { ...(name === undefined ? {} : { name }), ...(becomesDefault ? { default: true as const } : {}) }
  const quiet = (time: 'from' | 'to') => ({
    ...bind(time),
    name: `settings.quietHours.${time}`,
    type: 'time',
    required: wanted.quietHours !== null,
  })
  const submit = () => {
    const onSuccess = () => {
      onStored()
      setDefault(false)
    }
    save.mutate({ id, settings, ...others }, { onSuccess })
  }
  return (
    <Panel title={say('nav.settings')}>
      <DeskForm
        operation="numbers.update"
        action={save}
        isReadOnly={!mayChange}
        changes={{ ...settings, ...others }}
        onSubmit={submit}
      >
        <TextField label={say('word.name')} {...bind('name')} required />
        <TextField
          label={say('number.rate')}
          description={say('number.rateHelp')}
          type="number"
          {...bind('rate')}
          name="settings.ratePerSecond"
        />
        <div className={styles.pair}>
          <TextField {...quiet('from')} label={say('number.quietFrom')} />
          <TextField {...quiet('to')} label={say('number.quietTo')} />
        </div>
        <TimeZoneField
          label={say('number.zone')}
          description={say('number.zoneHelp')}
          first={[{ value: 'recipient', label: say('number.zoneOfRecipient') }]}
          {...bind('zone')}
          name="settings.quietHours.timeZone"
        />
        <Checkbox
          label={say('number.default')}
          checked={number.default || becomesDefault}
          disabled={number.default}
          onChange={(event) => setDefault(event.currentTarget.checked)}
        />
      </DeskForm>
    </Panel>
  )
}

/** Returns a number's form values. An empty text means not set. */
const fieldsOf = ({ name, settings: { quietHours, ratePerSecond } }: PhoneNumber) => ({
  name,
  rate: ratePerSecond?.toString() ?? '',
  from: quietHours?.from ?? '',
  to: quietHours?.to ?? '',
  zone: quietHours?.timeZone ?? 'recipient',
})

/** Returns the request for the form's values. The form requires both times of quiet hours, or none. */
function inputOf({ name, rate, from, to, zone }: ReturnType<typeof fieldsOf>) {
  const quietHours = from || to ? { from, to, timeZone: zone } : null
  return { name: name.trim(), ratePerSecond: rate === '' ? null : Number(rate), quietHours }
}

/** Form that replaces a number's credentials. An empty field keeps the stored value. */
function SecretsForm({ number }: { number: PhoneNumber }) {
  const { fields, bind, reset } = useFields({ accessToken: '', appSecret: '' })
  const [accessToken, appSecret] = [fields.accessToken.trim(), fields.appSecret.trim()]
  const save = useSave(['numbers'], (input: NumbersUpdateInput) => api.numbers.update(input))
  const submit = () => {
    const secrets = { ...(accessToken ? { accessToken } : {}), ...(appSecret ? { appSecret } : {}) }
    save.mutate({ id: number.id, ...secrets }, { onSuccess: reset })
  }
  return (
    <Panel title={say('number.secrets')}>
      <DeskForm
        submitName={say('number.replaceSecrets')}
        isDisabled={!accessToken && !appSecret}
        action={save}
        onSubmit={submit}
      >
        <PasswordField label={say('connect.token')} autoComplete="off" {...bind('accessToken')} />
        <PasswordField label={say('connect.appSecret')} autoComplete="off" {...bind('appSecret')} />
      </DeskForm>
    </Panel>
  )
}

/** Button that disconnects a number. Its chats can still be read, but the messages in its queue are not sent. */
function Disconnect({ number }: { number: PhoneNumber }) {
  const openPlace = useOpenPlace()
  return (
    <Panel title={say('number.disconnect')}>
      <p>{say('number.disconnectWhy')}</p>
      <ConfirmButton
        name={say('number.disconnect')}
        text={say('number.disconnectSure', { name: number.name })}
        run={() => api.numbers.disconnect({ id: number.id })}
        then={() => openPlace('numbers')}
        changes={['numbers']}
        done={() => say('number.isDisconnected')}
        button={{ color: 'red', variant: 'light' }}
      />
    </Panel>
  )
}

/** A number. Each part of the screen has a tab with a URL; only the shown one reads its data. */
export function NumberScreen() {
  const { number: id = '', part = 'health' } = useParams({ strict: false })
  const workspace = useWorkspaceId()
  const query = useQuery(numberQuery(workspace, id))
  const tabs = [
    { to: `numbers/${id}`, name: say('number.health') },
    { to: `numbers/${id}/queue`, name: say('number.queue') },
    { to: `numbers/${id}/profile`, name: say('number.profile') },
    { to: `numbers/${id}/settings`, name: say('nav.settings') },
  ]
  return (
    <Page
      title={query.data?.name ?? say('nav.numbers')}
      back={{ to: 'numbers', name: say('nav.numbers') }}
      lead={query.data?.phone}
      actions={query.data && <Status {...statusOf(query.data)} />}
    >
      <Tabs label={say('number.parts')} tabs={tabs} />
      <Loaded query={query}>
        {(number) => {
          if (part === 'queue') return <QueuePart number={number} />
          if (part === 'profile') return <Profile number={number} />
          if (part === 'settings') return <Settings key={number.id} number={number} />
          return <Health number={number} />
        }}
      </Loaded>
    </Page>
  )
}

/** The state of a number's session, what the provider reports about the number, and the URL for callbacks. A button asks the provider again. */
function Health({ number }: { number: PhoneNumber }) {
  const { id, device, session, callbackUrl, phoneNumberId } = number
  const may = useMay()
  const check = useAction({
    run: () => api.sessions.refresh({ id }),
    changes: ['numbers'],
    done: () => say('number.checked'),
  })
  const button = may('sessions.refresh') && <ActionButton action={check} size="compact-sm" name={say('number.check')} />
  return (
    <>
      <StoredError error={session.lastError} />
      {device.qualityRating === 'RED' && (
        <Alert color="yellow" mb="md">
          {say('number.qualityLowWhy')}
        </Alert>
      )}
      <Panel title={say('number.health')} actions={button}>
        <Facts
          facts={[
            [say('number.session'), `${say(`number.${session.status}`)} · ${fullMoment(session.since)}`],
            [say('number.quality'), <Status key="quality" {...qualityOf(device.qualityRating)} />],
            [say('number.limit'), limitOf(device.messagingLimit)],
            [say('number.verifiedName'), device.verifiedName],
            [say('number.nameStatus'), nameStatusOf(device.nameStatus)],
            [say('number.throughput'), throughputOf(device.throughput)],
            [say('number.canSend'), canSendOf(device.canSend)],
            [say('number.providerId'), phoneNumberId],
          ]}
        />
      </Panel>
      <Panel title={say('number.callback')} actions={<CopyButton text={callbackUrl} />}>
        <code>{callbackUrl}</code>
      </Panel>
    </>
  )
}
