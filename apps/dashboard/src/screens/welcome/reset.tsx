import { Alert, Button, PasswordInput, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { auth } from '../../api/auth.ts'
import { EntryPage } from '../../parts/entry-page.tsx'
import { sentenceOf } from '../../parts/problem.tsx'
import { sayDone } from '../../parts/say-problem.ts'
import { say } from '../../words/say.ts'
import { tokenOfAddress } from './token.ts'

/** The page behind a link to set a new password. */
export function ResetScreen() {
  const [token] = useState(tokenOfAddress)
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const navigate = useNavigate()
  const submit = async () => {
    try {
      await auth.reset(token, password)
      sayDone(say('reset.done'))
      await navigate({ to: '/sign-in', search: {} })
    } catch (caught) {
      setError(sentenceOf(caught))
    }
  }
  return (
    <EntryPage title={say('reset.title')} lead={say('reset.lead')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack>
          <PasswordInput
            label={say('welcome.password')}
            description={say('welcome.passwordRule')}
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': say('signIn.show') }}
          />
          {error && <Alert color="red">{error}</Alert>}
          <Button type="submit">{say('reset.submit')}</Button>
        </Stack>
      </form>
    </EntryPage>
  )
}
