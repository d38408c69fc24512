import { Anchor, Button, Modal, Text } from '@mantine/core'
import { ApiError } from '@posthorn/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../api/api.ts'
import { auth, type SignedIn, type Step, signInName } from '../api/auth.ts'
import { DeskForm, EmailField, OwnPasswordField, TextField, useFields } from '../parts/form.tsx'
import { Problem } from '../parts/problem.tsx'
import { duration, say } from '../words/words.ts'
import { rememberPlace } from './place-after.ts'
import { beginSession, endSession, useSession } from './session.ts'

const focused = { 'data-autofocus': true }

/** Sign-in form: email and password, then the two-factor code if needed. With `email`, it is for that person only. */
export function SignInForm({ onDone, email: known }: { onDone: (account: SignedIn) => void; email?: string }) {
  const { fields, bind } = useFields({ email: known ?? '', password: '' })
  const [needsCode, setNeedsCode] = useState(false)
  const steps = useSteps(onDone, () => setNeedsCode(true))
  const back = () => {
    steps.reset()
    setNeedsCode(false)
  }
  if (needsCode) return <CodeForm steps={steps} onBack={back} />
  const submit = () => steps.mutate(() => auth.signIn(fields.email.trim(), fields.password))
  return (
    <DeskForm isWide submitName={say('signIn.title')} action={steps} onSubmit={submit}>
      <EmailField {...(known === undefined ? focused : {})} {...bind('email')} readOnly={known !== undefined} />
      <OwnPasswordField {...(known === undefined ? {} : focused)} {...bind('password')} />
    </DeskForm>
  )
}

/** Runs the steps of a sign-in. Calls `onMore` if another step is needed, such as a two-factor code, and `onDone` at the end. */
export const useSteps = (onDone: (account: SignedIn) => void, onMore: () => void) =>
  useMutation({
    mutationFn: (step: () => Promise<Step>) => step().catch((error: unknown) => Promise.reject(refusalOf(error))),
    onSuccess: (result) => {
      if (result.next !== 'done') return onMore()
      beginSession(result)
      onDone(result)
    },
  })

/** Returns the sign-in form's own message for an error if it has one; otherwise the error itself. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  if (error.status === 429) return new Error(say('signIn.tooMany', { time: duration((error.retryAfter ?? 60) * 1000) }))
  // Without accounts, an installation has no routes for sign-in.
  if (error.errorCode === 'route:not_found') return new Error(say('signIn.keysOnly'))
  return error
}

type CodeFormProps = { steps: ReturnType<typeof useSteps>; onBack: () => void }

/** Form for the code of a two-factor app, the second step of a sign-in. A code is accepted for only a few minutes, so people can go back. */
export function CodeForm({ steps, onBack }: CodeFormProps) {
  const { fields, bind } = useFields({ code: '' })
  const submit = () => steps.mutate(() => auth.code(fields.code.trim()))
  return (
    <>
      <DeskForm isWide submitName={say('signIn.title')} action={steps} onSubmit={submit}>
        <TextField
          label={say('signIn.code')}
          description={say('signIn.codeHelp')}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          data-autofocus
          {...bind('code')}
        />
      </DeskForm>
      <Anchor component="button" type="button" size="sm" display="block" mt="md" onClick={onBack}>
        {say('signIn.back')}
      </Anchor>
    </>
  )
}

/** Button that signs in with the installation's identity provider, if it has one. `next` is the path to open afterwards. */
export function ProviderButton({ next }: { next: string | undefined }) {
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

type SignInDialogsProps = { isConfirming: boolean; onSettled: (isConfirmed: boolean) => void }

/** Returns the path and search of the page that is shown, as the router counts them. */
const shownPlace = () => location.pathname.replace(/^\/app/, '') + location.search

/** Dialogs that ask for the password when the session has ended, or before an action that requires it. */
export function SignInDialogs({ isConfirming, onSettled }: SignInDialogsProps) {
  const { access, isOver } = useSession()
  const isPerson = access?.kind === 'person'
  return (
    <>
      <Modal opened={isOver} onClose={() => {}} withCloseButton={false} title={say('signIn.over')}>
        {isPerson && (
          <>
            <SignInForm email={access.account.person.email} onDone={() => void queryClient.invalidateQueries()} />
            <ProviderButton next={shownPlace()} />
          </>
        )}
        <Button variant="subtle" size="compact-sm" mt="md" onClick={() => void endSession()}>
          {say('shell.signOut')}
        </Button>
      </Modal>
      <Modal opened={isConfirming} onClose={() => onSettled(false)} title={say('signIn.confirm')}>
        <ConfirmForm onDone={() => onSettled(true)} />
      </Modal>
    </>
  )
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
    <DeskForm isWide submitName={say('word.confirm')} action={confirm} onSubmit={confirm.mutate}>
      <Text size="sm" c="dimmed">
        {say('signIn.confirmWhy')}
      </Text>
      <OwnPasswordField data-autofocus {...bind('password')} />
    </DeskForm>
  )
}
