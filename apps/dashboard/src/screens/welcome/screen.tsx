import { Button, Checkbox, Loader, Text } from '@mantine/core'
import { ApiError } from '@posthorn/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { auth, type Link as MailLink, type Welcome } from '../../api/auth.ts'
import { DeskForm, EmailField, OwnPasswordField, TextField, useFields } from '../../parts/form.tsx'
import { EntryPage } from '../../parts/page.tsx'
import { isRetryable, Problem, sayDone } from '../../parts/problem.tsx'
import { beginSession, restoreSession, useSession } from '../../session/session.ts'
import { SignInForm, useSteps } from '../../session/sign-in.tsx'
import { say } from '../../words/words.ts'

/** Returns the token after `#` in the URL, and removes it from the URL and the history. */
function tokenOfUrl(): string {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(history.state, '', location.pathname)
  return token
}

/** Page that the link for a forgotten password opens. Sets a new password. */
export function ResetScreen() {
  const [token] = useState(tokenOfUrl)
  const { fields, bind } = useFields({ password: '' })
  const navigate = useNavigate()
  const reset = useMutation({
    mutationFn: () => auth.reset(token, fields.password),
    onSuccess: () => {
      sayDone(say('reset.done'))
      return navigate({ to: '/sign-in', search: {} })
    },
  })
  return (
    <EntryPage title={say('reset.title')} lead={say('reset.lead')}>
      <DeskForm isWide submitName={say('reset.submit')} action={reset} onSubmit={reset.mutate}>
        <OwnPasswordField isNew {...bind('password')} />
      </DeskForm>
    </EntryPage>
  )
}

/**
 * Page that a confirmation link opens. Anyone who isn't signed in must do so first: otherwise, the owner of a mailbox could confirm someone
 * else's account that uses its address.
 */
export function ConfirmScreen() {
  const [token] = useState(tokenOfUrl)
  const { access } = useSession()
  const restored = useQuery({ queryKey: ['session'], queryFn: async () => (await restoreSession()) !== null })
  if (access?.kind === 'person') return <ConfirmForm token={token} email={access.account.person.email} />
  return (
    <EntryPage title={say('confirm.title')} lead={restored.isSuccess && say('confirm.signIn')}>
      {restored.isPending && <Loader size="sm" />}
      {restored.isError && <Problem error={restored.error} retry={() => void restored.refetch()} />}
      {restored.isSuccess && <SignInForm onDone={() => {}} />}
    </EntryPage>
  )
}

/** Shows which address the person confirms, and confirms it when they press the button. */
function ConfirmForm({ token, email }: { token: string; email: string }) {
  const confirm = useMutation({ mutationFn: () => auth.confirmAddress(token), onSuccess: beginSession })
  if (confirm.isSuccess) {
    return (
      <EntryPage title={say('confirm.title')}>
        <Text role="status" mb="lg">
          {say('confirm.done', { email })}
        </Text>
        <Button component={Link} to="/" fullWidth>
          {say('confirm.goOn')}
        </Button>
      </EntryPage>
    )
  }
  return (
    <EntryPage title={say('confirm.title')} lead={say('confirm.lead', { email })}>
      <DeskForm
        isWide
        submitName={say('word.confirm')}
        action={{ isPending: confirm.isPending, error: confirm.error && refusalOf(confirm.error) }}
        onSubmit={confirm.mutate}
      >
        {null}
      </DeskForm>
    </EntryPage>
  )
}

/** Returns this page's own message for an error if it has one; otherwise the error itself. */
function refusalOf(error: Error): Error {
  if (!(error instanceof ApiError)) return error
  if (error.errorCode === 'link:invalid') return new Error(say('confirm.over'))
  return error.errorCode === 'person:duplicate' ? new Error(say('confirm.taken')) : error
}

/**
 * Page that an invitation opens, or the link for a workspace's first owner (`first`). An error that can't pass means that the link was used
 * or has expired.
 */
export function WelcomeScreen() {
  const [token] = useState(tokenOfUrl)
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => auth.link(token),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (link.isPending || (link.isError && isRetryable(link.error))) {
    return (
      <EntryPage title={say('app.name')}>
        {link.isPending ? <Loader size="sm" /> : <Problem error={link.error} retry={() => void link.refetch()} />}
      </EntryPage>
    )
  }
  if (link.isError) {
    return (
      <EntryPage title={say('welcome.over')} lead={say('welcome.overWhy')}>
        <Button component={Link} to="/sign-in" variant="default" fullWidth>
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

/**
 * Form that makes the person a member of the link's workspace, or its first owner, who can rename it. Someone with an account enters its
 * password, and no name.
 */
function WelcomeForm({ token, link }: { token: string; link: MailLink }) {
  const { fields, bind } = useFields({
    name: '',
    email: link.email ?? '',
    password: '',
    workspaceName: link.workspace?.name ?? '',
  })
  const navigate = useNavigate()
  const steps = useSteps(
    () => void navigate({ to: '/', replace: true }),
    // The person has joined. With two-factor authentication, or if signing in failed, they sign in now.
    () => void navigate({ to: '/sign-in', search: {} }),
  )
  const isFirst = link.kind === 'first'
  const [hasAccount, setHasAccount] = useState(false)
  const submit = () => {
    const { name, email, password, workspaceName } = fields
    const own: Welcome = { token, password, ...(hasAccount ? {} : { name }) }
    steps.mutate(() => auth.welcome(isFirst ? { ...own, name, email, workspaceName } : own))
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
      action={steps}
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
/** Fields for what the link doesn't know, and for the address, which an invitation determines. */
function WelcomeFields({ link, hasAccount, bind }: { link: MailLink; hasAccount: boolean; bind: Bind }) {
  const isFirst = link.kind === 'first'
  return (
    <>
      {!hasAccount && (
        <TextField label={say('word.name')} autoComplete="name" required {...bind('name')} data-autofocus />
      )}
      <EmailField {...bind('email')} readOnly={!isFirst} />
      <OwnPasswordField isNew={!hasAccount} {...bind('password')} />
      {isFirst && <TextField label={say('welcome.workspace')} required {...bind('workspaceName')} />}
    </>
  )
}
