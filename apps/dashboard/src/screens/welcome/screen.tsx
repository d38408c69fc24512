import { Button, Checkbox, Loader, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link as RouteLink, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { isPassing } from '../../api/api.ts'
import { auth, type Link, type Welcome } from '../../api/auth.ts'
import { DeskForm, PasswordField, TextField, useFields } from '../../parts/form.tsx'
import { EntryPage } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useSteps } from '../../session/sign-in.tsx'
import { say } from '../../words/words.ts'
import { tokenOfAddress } from './token.ts'

/** Page that an invitation opens, or the link for a workspace's first owner (`first`). */
export function WelcomeScreen() {
  const [token] = useState(tokenOfAddress)
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => auth.link(token),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (link.isPending) return <EntryPage title={say('app.name')}>{<Loader size="sm" />}</EntryPage>
  if (link.isError && isPassing(link.error)) {
    return (
      <EntryPage title={say('app.name')}>
        <Problem error={link.error} retry={() => void link.refetch()} />
      </EntryPage>
    )
  }
  if (link.isError) {
    return (
      <EntryPage title={say('welcome.over')} lead={say('welcome.overWhy')}>
        <Button component={RouteLink} to="/sign-in" variant="default" fullWidth>
          {say('signIn.title')}
        </Button>
      </EntryPage>
    )
  }
  const { kind, workspace } = link.data
  const title = kind === 'first' ? say('welcome.title') : say('welcome.join', { workspace: workspace?.name ?? '' })
  const role = link.data.role ?? 'agent'
  const lead = kind === 'first' ? say('welcome.lead') : say(`role.${role}.may`)
  return (
    <EntryPage title={title} lead={lead}>
      <WelcomeForm token={token} link={link.data} />
    </EntryPage>
  )
}

/** Form that joins a workspace, or sets up a new one. With an account, the person enters its password instead of choosing one. */
function WelcomeForm({ token, link }: { token: string; link: Link }) {
  const { fields, bind } = useFields({
    name: '',
    email: link.email ?? '',
    password: '',
    workspaceName: link.workspace?.name ?? '',
  })
  const navigate = useNavigate()
  const { error, isBusy, run } = useSteps(
    () => void navigate({ to: '/', replace: true }),
    () => void navigate({ to: '/sign-in', search: {} }),
  )
  const isFirst = link.kind === 'first'
  const [hasAccount, setHasAccount] = useState(false)
  const submit = () => {
    const { name, email, password, workspaceName } = fields
    const own: Welcome = { token, password, ...(hasAccount ? {} : { name }) }
    void run(() => auth.welcome(isFirst ? { ...own, name, email, workspaceName } : own))
  }
  const kept = (
    <Text size="xs" c="dimmed">
      {say('welcome.kept')}
    </Text>
  )
  return (
    <DeskForm
      isWide
      submitName={say(isFirst ? 'welcome.submit' : 'welcome.joinSubmit')}
      isBusy={isBusy}
      error={error}
      onSubmit={submit}
      more={kept}
    >
      <WelcomeFields link={link} hasAccount={hasAccount} bind={bind} />
      {!isFirst && (
        <Checkbox
          label={say('welcome.hasAccount')}
          checked={hasAccount}
          onChange={(event) => setHasAccount(event.currentTarget.checked)}
        />
      )}
    </DeskForm>
  )
}

type Bind = ReturnType<typeof useFields<'name' | 'email' | 'password' | 'workspaceName'>>['bind']
type FieldsProps = { link: Link; hasAccount: boolean; bind: Bind }

/** Fields for what the link doesn't know. The address of an invitation can't be changed. */
function WelcomeFields({ link, hasAccount, bind }: FieldsProps) {
  const isFirst = link.kind === 'first'
  return (
    <>
      {!hasAccount && (
        <TextField label={say('welcome.name')} autoComplete="name" required {...bind('name')} data-autofocus />
      )}
      <TextField
        label={say('signIn.email')}
        type="email"
        autoComplete="username"
        required
        {...bind('email')}
        readOnly={!isFirst}
      />
      <PasswordField
        label={say(hasAccount ? 'signIn.password' : 'welcome.password')}
        description={hasAccount ? undefined : say('welcome.passwordRule')}
        autoComplete={hasAccount ? 'current-password' : 'new-password'}
        required
        {...bind('password')}
      />
      {isFirst && <TextField label={say('welcome.workspace')} required {...bind('workspaceName')} />}
    </>
  )
}
