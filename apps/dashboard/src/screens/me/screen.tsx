import { Anchor, Checkbox, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { auth, type SignedIn, sendsMail } from '../../api/auth.ts'
import { useAction } from '../../api/queries.ts'
import { DeskForm } from '../../parts/desk-form.tsx'
import { Facts } from '../../parts/facts.tsx'
import { PasswordField, useFields } from '../../parts/fields.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { sayDone } from '../../parts/problem.tsx'
import { useMe } from '../../session/me.ts'
import { beginSession, useSession } from '../../session/session.ts'
import { say } from '../../words/say.ts'
import { AlertsForm } from './alerts-form.tsx'
import { Devices } from './devices.tsx'
import { PushForm } from './push-form.tsx'
import { TwoFactor } from './two-factor.tsx'

/** Notice that the email address isn't confirmed, with a button that sends the link again. */
export function Unproven({ email }: { email: string }) {
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

export function MeScreen() {
  const { access } = useSession()
  const { member, key, workspace } = useMe()
  const person = access?.kind === 'person' ? access.account.person : undefined
  return (
    <Page title={say('me.title')}>
      <Panel title={member?.name ?? key?.name ?? ''}>
        <Facts
          facts={[
            [say('me.email'), member?.email],
            [say('me.workspace'), workspace.name],
            [say('me.role'), member && say(`role.${member.role}`)],
            [say('me.may'), member && say(`role.${member.role}.may`)],
            [say('me.scopes'), key?.scopes.join(', ')],
          ]}
        />
        {person && !person.proven && sendsMail() && <Unproven email={person.email} />}
      </Panel>
      {member && <AlertsForm member={member.id} />}
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

/** Form that changes the password. All other sessions then end. */
function PasswordForm({ email }: { email: string }) {
  const { fields, bind, clear } = useFields({ current: '', password: '' })
  const change = useMutation({
    mutationFn: () => auth.password(fields.current, fields.password),
    onSuccess: (account) => {
      beginSession(account)
      clear()
      sayDone(say('me.passwordChanged'))
    },
  })
  return (
    <Panel title={say('me.password')}>
      <DeskForm
        submitName={say('me.changePassword')}
        isBusy={change.isPending}
        error={change.error}
        onSubmit={change.mutate}
      >
        {/* Password managers read from it whose password this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label={say('me.current')} autoComplete="current-password" required {...bind('current')} />
        <PasswordField
          label={say('reset.title')}
          description={say('welcome.passwordRule')}
          autoComplete="new-password"
          required
          {...bind('password')}
        />
      </DeskForm>
    </Panel>
  )
}

/** Turns the daily mail about pending work on or off. */
function DigestForm({ person }: { person: SignedIn['person'] }) {
  const choose = useAction({ run: auth.digest, changes: [] })
  return (
    <Panel title={say('digest.title')}>
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
