import { Anchor, Text } from '@mantine/core'
import { auth, sendsMail } from '../../api/auth.ts'
import { useAction } from '../../api/use-action.ts'
import { Facts } from '../../parts/facts.tsx'
import { Page, Panel } from '../../parts/page.tsx'
import { useMe } from '../../session/me.ts'
import { useSession } from '../../session/session.ts'
import { say } from '../../words/say.ts'
import { AlertsForm } from './alerts-form.tsx'
import { Devices } from './devices.tsx'
import { DigestForm } from './digest-form.tsx'
import { PasswordForm } from './password-form.tsx'
import { PushForm } from './push-form.tsx'
import { TwoFactor } from './two-factor.tsx'

/** Says that the email address is not confirmed, and sends the link again. */
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

/** Account: name, role, password, two-factor authentication, devices. */
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
