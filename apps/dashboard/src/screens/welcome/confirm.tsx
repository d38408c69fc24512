import { Button, Loader, Text } from '@mantine/core'
import { ApiError } from '@posthorn/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { auth } from '../../api/auth.ts'
import { DeskForm } from '../../parts/form.tsx'
import { EntryPage } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { beginSession, restoreSession, useSession } from '../../session/session.ts'
import { SignInForm } from '../../session/sign-in.tsx'
import { say } from '../../words/words.ts'
import { tokenOfAddress } from './token.ts'

/** Page that a confirmation link opens. Confirms the address of a signed-in person; anyone else must sign in first. */
export function ConfirmScreen() {
  const [token] = useState(tokenOfAddress)
  const { access } = useSession()
  const restored = useQuery({ queryKey: ['session'], queryFn: async () => (await restoreSession()) !== null })
  if (restored.isPending) return <EntryPage title={say('confirm.title')}>{<Loader size="sm" />}</EntryPage>
  if (restored.isError) {
    return (
      <EntryPage title={say('confirm.title')}>
        <Problem error={restored.error} retry={() => void restored.refetch()} />
      </EntryPage>
    )
  }
  if (access?.kind !== 'person') {
    return (
      <EntryPage title={say('confirm.title')} lead={say('confirm.signIn')}>
        <SignInForm onDone={() => {}} />
      </EntryPage>
    )
  }
  return <ConfirmForm token={token} email={access.account.person.email} />
}

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
        submitName={say('confirm.submit')}
        isBusy={confirm.isPending}
        error={confirm.error && refusalOf(confirm.error)}
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
