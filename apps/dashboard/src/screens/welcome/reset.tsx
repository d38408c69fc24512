import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { auth } from '../../api/auth.ts'
import { EntryPage } from '../../parts/entry-page.tsx'
import { PasswordField } from '../../parts/fields.tsx'
import { sayDone } from '../../parts/say-problem.ts'
import { SubmitForm } from '../../parts/submit-form.tsx'
import { say } from '../../words/say.ts'
import { tokenOfAddress } from './token.ts'

/** The page behind a link to set a new password. */
export function ResetScreen() {
  const [token] = useState(tokenOfAddress)
  const [password, setPassword] = useState('')
  const navigate = useNavigate()
  const reset = useMutation({
    mutationFn: () => auth.reset(token, password),
    onSuccess: () => {
      sayDone(say('reset.done'))
      return navigate({ to: '/sign-in', search: {} })
    },
  })
  return (
    <EntryPage title={say('reset.title')} lead={say('reset.lead')}>
      <SubmitForm submitName={say('reset.submit')} isBusy={reset.isPending} error={reset.error} onSubmit={reset.mutate}>
        <PasswordField
          name="password"
          label={say('welcome.password')}
          description={say('welcome.passwordRule')}
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          required
        />
      </SubmitForm>
    </EntryPage>
  )
}
