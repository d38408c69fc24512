import { Anchor, Button } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { sendsMail } from '../../api/auth.ts'
import { EntryPage } from '../../parts/entry-page.tsx'
import { SignInForm } from '../../session/sign-in-form.tsx'
import { say } from '../../words/say.ts'
import { KeyForm } from './key-form.tsx'

/** Sign-in with e-mail and password, and with a key for those who have nothing else. */
export function SignInScreen() {
  const [withKey, setWithKey] = useState(false)
  const navigate = useNavigate()
  const { next } = useSearch({ strict: false })
  // Only addresses of this application: a link must not lead elsewhere after the sign-in.
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
