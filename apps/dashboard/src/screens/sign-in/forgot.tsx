import { Text } from '@mantine/core'
import { ApiError } from '@posthorn/sdk'
import { useMutation } from '@tanstack/react-query'
import { auth } from '../../api/auth.ts'
import { DeskForm, TextField, useFields } from '../../parts/form.tsx'
import { EntryPage } from '../../parts/page.tsx'
import { refusalOf } from '../../session/sign-in.tsx'
import { say } from '../../words/words.ts'

/** Page for a forgotten password. Doesn't reveal whether an account exists. */
export function ForgotScreen() {
  const { fields, bind } = useFields({ email: '' })
  const forgot = useMutation({ mutationFn: () => auth.forgot(fields.email.trim()) })
  return (
    <EntryPage title={say('forgot.title')} lead={forgot.isSuccess ? undefined : say('forgot.lead')}>
      {forgot.isSuccess ? (
        <Text role="status">{say('forgot.done', { email: fields.email.trim() })}</Text>
      ) : (
        <DeskForm
          isWide
          submitName={say('forgot.submit')}
          isBusy={forgot.isPending}
          error={isLimited(forgot.error) ? refusalOf(forgot.error) : forgot.error}
          onSubmit={forgot.mutate}
        >
          <TextField
            label={say('signIn.email')}
            type="email"
            autoComplete="username"
            required
            data-autofocus
            {...bind('email')}
          />
        </DeskForm>
      )}
    </EntryPage>
  )
}

/** Whether the server refused because of too many attempts. */
const isLimited = (error: unknown) => error instanceof ApiError && error.status === 429
