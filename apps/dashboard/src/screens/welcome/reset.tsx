import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { auth } from '../../api/auth.ts'
import { DeskForm, PasswordField, useFields } from '../../parts/form.tsx'
import { EntryPage } from '../../parts/page.tsx'
import { sayDone } from '../../parts/problem.tsx'
import { say } from '../../words/words.ts'
import { tokenOfAddress } from './token.ts'

/** Page that the link for a forgotten password opens. Sets a new password. */
export function ResetScreen() {
  const [token] = useState(tokenOfAddress)
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
      <DeskForm
        isWide
        submitName={say('reset.submit')}
        isBusy={reset.isPending}
        error={reset.error}
        onSubmit={reset.mutate}
      >
        <PasswordField
          label={say('welcome.password')}
          description={say('welcome.passwordRule')}
          autoComplete="new-password"
          required
          {...bind('password')}
        />
      </DeskForm>
    </EntryPage>
  )
}
