import { Button, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { auth } from '../api/auth.ts'
import { queryClient } from '../api/queries.ts'
import { sentenceOf } from '../parts/problem.tsx'
import { say } from '../words/say.ts'
import { beginSession, endSession, useSession } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'

type Props = { isConfirming: boolean; onSettled: (isConfirmed: boolean) => void }

/** The dialogs that ask for the password: when the session is over, and before an action that needs it. */
export function SignInDialogs({ isConfirming, onSettled }: Props) {
  const { access, isOver } = useSession()
  const isPerson = access?.kind === 'person'
  return (
    <>
      <Modal opened={isOver} onClose={() => {}} withCloseButton={false} title={say('signIn.over')}>
        {isPerson && (
          <SignInForm email={access.account.person.email} onDone={() => void queryClient.invalidateQueries()} />
        )}
        <Button variant="subtle" size="compact-sm" mt="md" onClick={() => void leave()}>
          {say('shell.signOut')}
        </Button>
      </Modal>
      <Modal opened={isConfirming} onClose={() => onSettled(false)} title={say('signIn.confirm')}>
        <ConfirmForm onDone={() => onSettled(true)} />
      </Modal>
    </>
  )
}

async function leave(): Promise<void> {
  await endSession()
  location.assign('/app/sign-in')
}

function ConfirmForm({ onDone }: { onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const submit = async () => {
    try {
      beginSession(await auth.confirm(password))
      onDone()
    } catch (caught) {
      setError(sentenceOf(caught))
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {say('signIn.confirmWhy')}
        </Text>
        <PasswordInput
          label={say('signIn.password')}
          autoComplete="current-password"
          value={password}
          error={error}
          onChange={(event) => setPassword(event.currentTarget.value)}
          data-autofocus
        />
        <Button type="submit">{say('signIn.confirmSubmit')}</Button>
      </Stack>
    </form>
  )
}
