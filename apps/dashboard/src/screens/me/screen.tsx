import { Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AlertSetting, changeAlertSetting, playSound, useAlertSetting } from '../../alerts/alert.ts'
import { auth, type Device, type SignedIn, sendsMail } from '../../api/auth.ts'
import { ConfirmButton } from '../../parts/dialogs.tsx'
import { DeskForm, OwnPasswordField, useFields } from '../../parts/form.tsx'
import { ActionButton, Facts, Loaded, Page, Panel, useAction } from '../../parts/page.tsx'
import { sayDone } from '../../parts/problem.tsx'
import { type Column, Rows } from '../../parts/rows.tsx'
import { beginSession, endSession, useMe, useSession } from '../../session/session.ts'
import { fullMoment, say } from '../../words/words.ts'
import { browserOf } from './browser.ts'
import { PushForm } from './push-form.tsx'
import { TwoFactor } from './two-factor.tsx'

const alertNames = ['title', 'desktop', 'sound', 'unassigned'] as const

/** Checkboxes for the alerts in this browser. Turning on desktop notifications asks the browser for permission. */
function AlertsForm({ memberId }: { memberId: string }) {
  const setting = useAlertSetting(memberId)
  const [isBlocked, setBlocked] = useState(isDenied())
  const change = async (name: keyof AlertSetting, value: boolean) => {
    if (name === 'desktop' && value) {
      const answer = 'Notification' in window ? await Notification.requestPermission() : 'denied'
      setBlocked(answer === 'denied')
      if (answer !== 'granted') return
    }
    changeAlertSetting(memberId, { [name]: value })
  }
  return (
    <Panel title={say('alert.title')}>
      <Stack gap="xs">
        <Text size="sm">{say('alert.lead')}</Text>
        {alertNames.map((name) => (
          <Checkbox
            key={name}
            label={say(`alert.${name}On`)}
            checked={setting[name] && !(name === 'desktop' && isBlocked)}
            onChange={(event) => void change(name, event.currentTarget.checked)}
          />
        ))}
        {isBlocked && (
          <Text size="sm" c="var(--bad)" role="status">
            {say('alert.blocked')}
          </Text>
        )}
        <Group>
          <Button variant="default" size="compact-sm" onClick={() => void playSound()}>
            {say('alert.try')}
          </Button>
        </Group>
      </Stack>
    </Panel>
  )
}

/** Whether the person blocked notifications in the browser. The page can't ask again; only the browser's settings undo it. */
const isDenied = () => 'Notification' in window && Notification.permission === 'denied'

/** The browsers in which the person is signed in. They can be signed out one by one, or all at once, including this one. */
function Devices() {
  const endAll = () => auth.endDevices().then(endSession)
  const query = useQuery({ queryKey: ['devices'], queryFn: auth.devices })
  return (
    <Panel title={say('me.devices')}>
      <Loaded query={query}>
        {(devices) => (
          <>
            <Rows label={say('me.devices')} columns={columns()} rows={devices} keyOf={({ id }) => id} />
            <Group mt="sm">
              <ConfirmButton name={say('me.endAll')} text={say('me.endAllWhy')} run={endAll} isGrave={false} />
            </Group>
          </>
        )}
      </Loaded>
    </Panel>
  )
}

const columns = (): Column<Device>[] => [
  { name: say('me.device'), cell: ({ agent }) => browserOf(agent) ?? say('me.unknownDevice') },
  { name: say('me.address'), cell: ({ address }) => address },
  { name: say('me.begun'), cell: ({ createdAt }) => fullMoment(createdAt) },
  {
    name: say('word.lastActive'),
    cell: ({ current, lastSeenAt }) => (current ? say('me.here') : fullMoment(lastSeenAt)),
  },
  { name: '', cell: (device) => <EndButton device={device} /> },
]

/** Signs out another browser. This browser has its own menu item for that. */
function EndButton({ device: { id, current } }: { device: Device }) {
  const end = useAction({ run: () => auth.endDevice(id), changes: ['devices'], done: () => say('me.ended') })
  if (current) return null
  return <ActionButton action={end} size="compact-xs" name={say('shell.signOut')} />
}

/** Notice that the email address isn't confirmed, with a button that sends the link again. */
function UnconfirmedEmail({ email }: { email: string }) {
  const send = useAction({ run: auth.sendConfirmation, changes: [], done: () => say('me.linkSent', { email }) })
  return (
    <Text size="sm" mt="md">
      {say('me.unproven')}{' '}
      <Anchor
        component="button"
        type="button"
        size="sm"
        disabled={send.isPending}
        onClick={() => send.mutate(undefined)}
      >
        {say('me.sendLink')}
      </Anchor>
    </Text>
  )
}

/** Who is signed in and what they may do. A person also has settings, devices and a password; a key doesn't. */
export function MeScreen() {
  const { access } = useSession()
  const { member, key, workspace } = useMe()
  const person = access?.kind === 'person' ? access.account.person : undefined
  return (
    <Page title={say('shell.account')}>
      <Panel title={member?.name ?? key?.name ?? ''}>
        <Facts
          facts={[
            [say('word.email'), member?.email],
            [say('nav.workspace'), workspace.name],
            [say('word.role'), member && say(`role.${member.role}`)],
            [say('key.scopes'), member && say(`role.${member.role}.may`)],
            [say('me.scopes'), key?.scopes.join(', ')],
          ]}
        />
        {person && !person.proven && sendsMail() && <UnconfirmedEmail email={person.email} />}
      </Panel>
      {member && <AlertsForm memberId={member.id} />}
      {person && (
        <>
          <PushForm />
          {sendsMail() && <DigestForm person={person} />}
          <PasswordForm email={person.email} />
          <TwoFactor person={person} />
          <Devices />
        </>
      )}
    </Page>
  )
}

/** Form that changes the password. Changing it ends all other sessions. */
function PasswordForm({ email }: { email: string }) {
  const { fields, bind, reset } = useFields({ current: '', password: '' })
  const change = useMutation({
    mutationFn: () => auth.password(fields.current, fields.password),
    onSuccess: (account) => {
      beginSession(account)
      reset()
      sayDone(say('me.passwordChanged'))
    },
  })
  return (
    <Panel title={say('word.password')}>
      <DeskForm submitName={say('me.changePassword')} action={change} onSubmit={change.mutate}>
        {/* Password managers read from it whose password this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <OwnPasswordField label={say('me.current')} {...bind('current')} />
        <OwnPasswordField isNew label={say('reset.title')} {...bind('password')} />
      </DeskForm>
    </Panel>
  )
}

/** Turns the daily mail about pending work on or off. It goes only to a confirmed address, so without one it can only be turned off. */
function DigestForm({ person }: { person: SignedIn['person'] }) {
  const choose = useAction({ run: auth.digest, changes: [] })
  return (
    <Panel title={say('word.email')}>
      <Checkbox
        label={say('digest.daily')}
        description={say(person.proven ? 'digest.why' : 'digest.unproven')}
        checked={person.digest}
        disabled={choose.isPending || (!person.proven && !person.digest)}
        onChange={(event) => choose.mutate(event.currentTarget.checked, { onSuccess: beginSession })}
      />
    </Panel>
  )
}
