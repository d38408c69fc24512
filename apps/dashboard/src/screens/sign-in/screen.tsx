import { Anchor, Button } from '@mantine/core'
import { ApiError } from '@posthorn/sdk'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { auth, sendsMail, signInName } from '../../api/auth.ts'
import { DeskForm, PasswordField, useFields } from '../../parts/form.tsx'
import { EntryPage } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { beginWithKey } from '../../session/session.ts'
import { refusalOf, SignInForm } from '../../session/sign-in.tsx'
import { say } from '../../words/words.ts'
import { placeAfter, rememberPlace } from './place-after.ts'

/** Form for an API key, which is kept until the page is closed or reloaded. */
export function KeyForm({ onDone }: { onDone: () => void }) {
  const { fields, bind } = useFields({ key: '' })
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    try {
      await beginWithKey(fields.key.trim())
      onDone()
    } catch (caught) {
      const isRefused = caught instanceof ApiError && caught.status === 401
      setError(isRefused ? new Error(say('signIn.keyRefused')) : caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <DeskForm isWide submitName={say('signIn.submit')} isBusy={isBusy} error={error} onSubmit={() => void submit()}>
      <PasswordField label={say('signIn.key')} placeholder="ph_live_…" autoComplete="off" required {...bind('key')} />
    </DeskForm>
  )
}

/** Button that signs in with the installation's identity provider, if it has one. `next` is the path to open afterwards. */
function ProviderButton({ next }: { next: string | undefined }) {
  const name = signInName()
  const begin = useMutation({
    mutationFn: auth.beginOidc,
    onSuccess: ({ url }) => {
      rememberPlace(next)
      location.assign(url)
    },
  })
  if (name === undefined) return null
  return (
    <>
      <Button variant="default" fullWidth mt="md" loading={begin.isPending} onClick={() => begin.mutate()}>
        {say('signIn.with', { name })}
      </Button>
      {begin.isError && <Problem error={refusalOf(begin.error)} />}
    </>
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
