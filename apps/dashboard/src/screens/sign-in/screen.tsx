import { Anchor, Loader, Text } from '@mantine/core'
import { ApiError } from '@posthorn/sdk'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { auth, sendsMail } from '../../api/auth.ts'
import { DeskForm, EmailField, PasswordField, useFields } from '../../parts/form.tsx'
import { EntryPage } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { placeAfter, takePlace } from '../../session/place-after.ts'
import { beginWithKey } from '../../session/session.ts'
import { CodeForm, ProviderButton, refusalOf, SignInForm, useSteps } from '../../session/sign-in.tsx'
import { say } from '../../words/words.ts'

/** Page for a forgotten password. Doesn't reveal whether an account exists. */
export function ForgotScreen() {
  const { fields, bind } = useFields({ email: '' })
  const forgot = useMutation({ mutationFn: () => auth.forgot(fields.email.trim()) })
  return (
    <EntryPage title={say('signIn.forgot')} lead={forgot.isSuccess ? undefined : say('forgot.lead')}>
      {forgot.isSuccess ? (
        <Text role="status">{say('forgot.done', { email: fields.email.trim() })}</Text>
      ) : (
        <DeskForm
          isWide
          submitName={say('forgot.submit')}
          action={{
            isPending: forgot.isPending,
            error: hasTooManyTries(forgot.error) ? refusalOf(forgot.error) : forgot.error,
          }}
          onSubmit={forgot.mutate}
        >
          <EmailField data-autofocus {...bind('email')} />
        </DeskForm>
      )}
    </EntryPage>
  )
}

/**
 * Whether the server refused because of too many attempts. Only then does `refusalOf` fit here: it takes a missing route for an installation
 * without passwords, but this installation may only send no mail.
 */
const hasTooManyTries = (error: unknown) => error instanceof ApiError && error.status === 429

/**
 * Page to which the identity provider redirects the browser. The response in its URL works only once, so it is removed, and sent again only if
 * the person asks for that after a temporary error.
 */
export function OidcScreen() {
  const navigate = useNavigate()
  const [query] = useState(() => location.search)
  const [needsCode, setNeedsCode] = useState(false)
  const steps = useSteps(
    () => void navigate({ href: takePlace(), replace: true }),
    () => setNeedsCode(true),
  )
  const { mutate, error } = steps
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    history.replaceState(history.state, '', location.pathname)
    mutate(() => auth.finishOidc(query))
  }, [mutate, query])
  return (
    <EntryPage title={say('signIn.title')}>
      {needsCode ? (
        <CodeForm steps={steps} onBack={() => void navigate({ to: '/sign-in', search: {} })} />
      ) : error ? (
        <>
          <Problem error={error} retry={() => mutate(() => auth.finishOidc(query))} />
          <Anchor component={Link} to="/sign-in" size="sm" display="block" mt="md">
            {say('signIn.back')}
          </Anchor>
        </>
      ) : (
        <Loader size="sm" aria-label={say('signIn.title')} />
      )}
    </EntryPage>
  )
}

/** Form for an API key, which is kept until the page is closed or reloaded. */
function KeyForm({ onDone }: { onDone: () => void }) {
  const { fields, bind } = useFields({ key: '' })
  const refusal = (error: unknown) =>
    error instanceof ApiError && error.status === 401 ? new Error(say('signIn.keyRefused')) : error
  const begin = useMutation({
    mutationFn: () => beginWithKey(fields.key.trim()).catch((error: unknown) => Promise.reject(refusal(error))),
    onSuccess: onDone,
  })
  return (
    <DeskForm isWide submitName={say('signIn.title')} action={begin} onSubmit={begin.mutate}>
      <PasswordField label={say('signIn.key')} placeholder="ph_live_…" autoComplete="off" required {...bind('key')} />
    </DeskForm>
  )
}

/** Signs in with a password, the identity provider or an API key, and then opens the page that the person wanted. */
export function SignInScreen() {
  const [withKey, setWithKey] = useState(false)
  const navigate = useNavigate()
  const { next } = useSearch({ strict: false })
  const goOn = () => navigate({ href: placeAfter(next), replace: true })
  return (
    <EntryPage title={say('signIn.title')} lead={withKey ? say('signIn.keyLead') : undefined}>
      {withKey ? <KeyForm onDone={() => void goOn()} /> : <SignInForm onDone={() => void goOn()} />}
      {!withKey && <ProviderButton next={next} />}
      <Anchor component="button" type="button" size="sm" display="block" mt="md" onClick={() => setWithKey(!withKey)}>
        {say(withKey ? 'signIn.withPassword' : 'signIn.withKey')}
      </Anchor>
      {!withKey && sendsMail() && (
        <Anchor component={Link} to="/forgot" size="sm" display="block" mt="xs">
          {say('signIn.forgot')}
        </Anchor>
      )}
      {!withKey && (
        <Anchor size="sm" c="dimmed" display="block" mt="xs" href="/docs/guides/dashboard" target="_blank">
          {say('signIn.help')}
        </Anchor>
      )}
    </EntryPage>
  )
}
