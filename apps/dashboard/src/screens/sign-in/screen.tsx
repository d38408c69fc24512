import { Anchor, Button } from '@mantine/core'
import { ApiError } from '@posthorn/sdk'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { sendsMail } from '../../api/auth.ts'
import { DeskForm } from '../../parts/desk-form.tsx'
import { EntryPage } from '../../parts/entry-page.tsx'
import { PasswordField } from '../../parts/fields.tsx'
import { useFields } from '../../parts/use-fields.ts'
import { beginWithKey } from '../../session/session.ts'
import { SignInForm } from '../../session/sign-in-form.tsx'
import { say } from '../../words/say.ts'

/** A form for an API key, which is kept until the page is closed or reloaded. */
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

/** Sign-in with email and password, or with an API key. */
export function SignInScreen() {
  const [withKey, setWithKey] = useState(false)
  const navigate = useNavigate()
  const { next } = useSearch({ strict: false })
  // Only paths of this application: a link must not redirect elsewhere after sign-in.
  const goOn = () => navigate({ href: next?.startsWith('/') && !next.startsWith('//') ? next : '/', replace: true })
  return (
    <EntryPage title={say('signIn.title')} lead={withKey ? say('signIn.keyLead') : undefined}>
      {withKey ? <KeyForm onDone={() => void goOn()} /> : <SignInForm onDone={() => void goOn()} />}
      <Button variant="subtle" size="compact-sm" mt="md" onClick={() => setWithKey(!withKey)}>
        {say(withKey ? 'signIn.withPassword' : 'signIn.withKey')}
      </Button>
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
