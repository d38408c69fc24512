import { Button, Modal, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { queryClient } from '../api/api.ts'
import { auth } from '../api/auth.ts'
import { DeskForm, PasswordField, useFields } from '../parts/form.tsx'
import { say } from '../words/words.ts'
import { beginSession, endSession, useSession } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'

type Props = { isConfirming: boolean; onSettled: (isConfirmed: boolean) => void }

/** Dialogs that ask for the password when the session has ended, or before an action that requires it. */
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

/** Signs out, and loads the sign-in page from the server, so that nothing on this page stays visible. */
async function leave(): Promise<void> {
  await endSession()
  location.assign('/app/sign-in')
}

/** Form that asks for the password again before an action that requires it. */
function ConfirmForm({ onDone }: { onDone: () => void }) {
  const { fields, bind } = useFields({ password: '' })
  const confirm = useMutation({
    mutationFn: () => auth.confirm(fields.password),
    onSuccess: (account) => {
      beginSession(account)
      onDone()
    },
  })
  return (
    <DeskForm
      isWide
      submitName={say('signIn.confirmSubmit')}
      isBusy={confirm.isPending}
      error={confirm.error}
      onSubmit={confirm.mutate}
    >
      <Text size="sm" c="dimmed">
        {say('signIn.confirmWhy')}
      </Text>
      <PasswordField
        label={say('signIn.password')}
        autoComplete="current-password"
        required
        data-autofocus
        {...bind('password')}
      />
    </DeskForm>
  )
}
