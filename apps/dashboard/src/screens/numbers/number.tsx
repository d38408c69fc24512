import { Alert, Button, Checkbox } from '@mantine/core'
import type { BusinessProfile, NumbersUpdateInput, Number as PhoneNumber } from '@posthorn/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, useAction } from '../../api/api.ts'
import { TimeZoneField } from '../../parts/choice-fields.tsx'
import deskStyles from '../../parts/desk.module.css'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { DeskForm, PasswordField, TextAreaField, TextField, useFields } from '../../parts/form.tsx'
import { CopyButton, Facts, Loaded, Page, Panel, Status, Tabs } from '../../parts/page.tsx'
import { useMay, useWorkspaceId } from '../../session/session.ts'
import { fullMoment, say } from '../../words/words.ts'
import styles from './numbers.module.css'
import { QueuePart } from './queue.tsx'
import { canSendOf, limitOf, nameStatusOf, qualityOf, statusOf, throughputOf } from './statuses.ts'

const numberQuery = (workspaceId: string, numberId: string) =>
  queryOptions({
    queryKey: ['numbers', workspaceId, numberId],
    queryFn: ({ signal }) => api.numbers.get({ id: numberId }, { signal }),
  })

const profileQuery = (workspaceId: string, numberId: string) =>
  queryOptions({
    queryKey: ['profiles', workspaceId, numberId],
    queryFn: ({ signal }) => api.profiles.get({ id: numberId }, { signal }),
  })

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

function useNumberUpdate() {
  const workspace = useWorkspaceId()
  return useAction({
    run: (input: NumbersUpdateInput) => api.numbers.update(input),
    changes: [['numbers', workspace]],
    done: () => say('desk.stored'),
    isOfForm: true,
  })
}

/** Form for a number's name, rate and quiet hours. A number stays the default until another one becomes it. */
function SettingsForm({ number }: { number: PhoneNumber }) {
  const mayChange = useMay()('numbers.update')
  const [isDefault, setDefault] = useState(number.default)
  const { fields, bind } = useFields(fieldsOf(number), !mayChange)
  const save = useNumberUpdate()
  const submit = () => {
    const becomesDefault = isDefault && !number.default ? { default: true as const } : {}
    save.mutate({ id: number.id, ...changesOf(fields), ...becomesDefault })
  }
  return (
    <Panel title={say('number.settings')}>
      <DeskForm
        operation="numbers.update"
        submitName={say('desk.save')}
        {...{ isBusy: save.isPending, error: save.error, isReadOnly: !mayChange }}
        onSubmit={submit}
      >
        <TextField label={say('number.name')} {...bind('name')} required />
        <TextField
          label={say('number.rate')}
          description={say('number.rateHelp')}
          type="number"
          {...bind('rate')}
          name="settings.ratePerSecond"
        />
        <div className={styles.pair}>
          <TextField label={say('number.quietFrom')} type="time" {...bind('from')} name="settings.quietHours.from" />
          <TextField label={say('number.quietTo')} type="time" {...bind('to')} name="settings.quietHours.to" />
        </div>
        <TimeZoneField
          label={say('number.zone')}
          description={say('number.zoneHelp')}
          first={[{ value: 'recipient', label: say('number.zoneOfRecipient') }]}
          {...bind('zone')}
          name="settings.quietHours.timeZone"
          disabled={!mayChange}
        />
        <Checkbox
          label={say('number.default')}
          checked={isDefault}
          disabled={number.default || !mayChange}
          onChange={(event) => setDefault(event.currentTarget.checked)}
        />
      </DeskForm>
    </Panel>
  )
}

const fieldsOf = ({ name, settings: { quietHours, ratePerSecond } }: PhoneNumber) => ({
  name,
  rate: ratePerSecond?.toString() ?? '',
  from: quietHours?.from ?? '',
  to: quietHours?.to ?? '',
  zone: quietHours?.timeZone ?? 'recipient',
})

/** Returns the request for the form's values. Quiet hours need both times. */
function changesOf({ name, rate, from, to, zone }: ReturnType<typeof fieldsOf>): Omit<NumbersUpdateInput, 'id'> {
  const quietHours = from && to ? { from, to, timeZone: zone } : null
  return { name: name.trim(), settings: { ratePerSecond: rate === '' ? null : Number(rate), quietHours } }
}

/** Form that replaces a number's credentials. An empty field keeps the stored value. */
function SecretsForm({ number }: { number: PhoneNumber }) {
  const { fields, bind, clear } = useFields({ accessToken: '', appSecret: '' })
  const { accessToken, appSecret } = fields
  const save = useNumberUpdate()
  const submit = () => {
    const secrets = { ...(accessToken ? { accessToken } : {}), ...(appSecret ? { appSecret } : {}) }
    save.mutate({ id: number.id, ...secrets }, { onSuccess: clear })
  }
  return (
    <Panel title={say('number.secrets')}>
      <DeskForm
        submitName={say('number.replaceSecrets')}
        isDisabled={!accessToken && !appSecret}
        isBusy={save.isPending}
        error={save.error}
        onSubmit={submit}
      >
        <PasswordField label={say('connect.token')} autoComplete="off" {...bind('accessToken')} />
        <PasswordField label={say('connect.appSecret')} autoComplete="off" {...bind('appSecret')} />
      </DeskForm>
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

/** The number's profile on WhatsApp, which customers can see. */
function Profile({ number }: { number: PhoneNumber }) {
  const query = useQuery(profileQuery(useWorkspaceId(), number.id))
  return (
    <Panel title={say('number.profile')}>
      <p className={deskStyles.quiet}>{say('profile.lead')}</p>
      <Loaded query={query}>{(profile) => <ProfileForm key={profile.number} profile={profile} />}</Loaded>
    </Panel>
  )
}

const texts = ['about', 'description', 'address', 'email'] as const

function ProfileForm({ profile }: { profile: BusinessProfile }) {
  const workspace = useWorkspaceId()
  const mayChange = useMay()('profiles.update')
  // The profile that the form shows. A newer one, with a colleague's changes, may be loaded while it is open.
  const [shown, setShown] = useState(profile)
  const { about, description, address, email, websites } = shown
  const { fields, bind } = useFields(
    {
      about: about ?? '',
      description: description ?? '',
      address: address ?? '',
      email: email ?? '',
      websites: websites.join(' '),
    },
    !mayChange,
  )
  const save = useAction({
    run: async () => {
      const saved = await api.profiles.update({ id: profile.number, ...profileChangesOf(shown, fields) })
      setShown(saved)
      return saved
    },
    changes: [['profiles', workspace, profile.number]],
    done: () => say('desk.stored'),
    isOfForm: true,
  })
  const submit = () => save.mutate(undefined)
  return (
    <DeskForm
      operation="profiles.update"
      submitName={say('desk.save')}
      {...{ isBusy: save.isPending, error: save.error, isReadOnly: !mayChange }}
      onSubmit={submit}
    >
      <TextField label={say('profile.about')} {...bind('about')} />
      <TextAreaField label={say('profile.description')} {...bind('description')} rows={3} />
      <TextField label={say('profile.address')} {...bind('address')} />
      <TextField label={say('profile.email')} {...bind('email')} type="email" />
      <TextField label={say('profile.websites')} {...bind('websites')} description={say('profile.websitesHelp')} />
    </DeskForm>
  )
}

/** Returns the profile's changed fields. An empty text removes the field's value. */
function profileChangesOf(profile: BusinessProfile, fields: Record<string, string>) {
  const changed = texts.filter((name) => (profile[name] ?? '') !== fields[name]?.trim())
  const websites = (fields['websites'] ?? '').split(/[\s,]+/).filter(Boolean)
  const isSame = websites.join(' ') === profile.websites.join(' ')
  return {
    ...Object.fromEntries(changed.map((name) => [name, fields[name]?.trim() || null])),
    ...(isSame ? {} : { websites }),
  }
}

export function NumberScreen() {
  const { number: id = '', part = 'health' } = useParams({ strict: false })
  const workspace = useWorkspaceId()
  const query = useQuery(numberQuery(workspace, id))
  const tabs = [
    { to: `numbers/${id}`, name: say('number.health') },
    { to: `numbers/${id}/queue`, name: say('number.queue') },
    { to: `numbers/${id}/profile`, name: say('number.profile') },
    { to: `numbers/${id}/settings`, name: say('number.settings') },
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

/** The state of a number's session, what the provider reports about the number, and the URL for callbacks. Can be checked again. */
function Health({ number }: { number: PhoneNumber }) {
  const { id, device, session, callbackUrl, phoneNumberId } = number
  const workspace = useWorkspaceId()
  const may = useMay()
  const check = useAction({
    run: () => api.sessions.refresh({ id }),
    changes: [['numbers', workspace]],
    done: () => say('number.checked'),
  })
  const button = may('sessions.refresh') && (
    <Button variant="default" size="compact-sm" loading={check.isPending} onClick={() => check.mutate(undefined)}>
      {say('number.check')}
    </Button>
  )
  return (
    <>
      {session.lastError && (
        <Alert color="red" mb="md" title={session.lastError.errorCode}>
          {session.lastError.message}
        </Alert>
      )}
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
