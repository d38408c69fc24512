import { ApiError } from '@posthorn/sdk'
import { useState } from 'react'
import { auth, type SignedIn, type Step } from '../api/auth.ts'
import { DeskForm, PasswordField, TextField, useFields } from '../parts/form.tsx'
import { duration, say } from '../words/words.ts'
import { beginSession } from './session.ts'

type Props = { onDone: (account: SignedIn) => void; email?: string }

/** Sign-in form: email and password, then the two-factor code if needed. */
export function SignInForm({ onDone, email: known }: Props) {
  const { fields, bind } = useFields({ email: known ?? '', password: '' })
  const [needsCode, setNeedsCode] = useState(false)
  const { error, isBusy, run } = useSteps(onDone, () => setNeedsCode(true))
  if (needsCode) return <CodeForm error={error} isBusy={isBusy} submit={(code) => void run(() => auth.code(code))} />
  const submit = () => void run(() => auth.signIn(fields.email.trim(), fields.password))
  return (
    <DeskForm isWide submitName={say('signIn.submit')} isBusy={isBusy} error={error} onSubmit={submit}>
      <TextField
        label={say('signIn.email')}
        type="email"
        autoComplete="username"
        required
        data-autofocus
        {...bind('email')}
        readOnly={known !== undefined}
      />
      <PasswordField label={say('signIn.password')} autoComplete="current-password" required {...bind('password')} />
    </DeskForm>
  )
}

/** Runs the steps of a sign-in. Calls `onCode` if a two-factor code is needed, and `onDone` at the end. */
export function useSteps(onDone: (account: SignedIn) => void, onCode: () => void) {
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const run = async (step: () => Promise<Step>) => {
    setBusy(true)
    setError(undefined)
    try {
      const result = await step()
      if (result.next === 'code') return onCode()
      beginSession(result)
      onDone(result)
    } catch (caught) {
      setError(refusalOf(caught))
    } finally {
      setBusy(false)
    }
  }
  return { error, isBusy, run }
}

/** Returns the sign-in form's own message for an error if it has one; otherwise the error itself. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  if (error.status === 429) return new Error(say('signIn.tooMany', { time: duration((error.retryAfter ?? 60) * 1000) }))
  // Without accounts, an installation has no routes for sign-in.
  if (error.errorCode === 'route:not_found') return new Error(say('signIn.keysOnly'))
  if (error.errorCode === 'sign_in:refused') return new Error(say('signIn.refused'))
  if (error.errorCode === 'sign_in:expired') return new Error(say('signIn.expired'))
  if (error.errorCode === 'sign_in:unverified') return new Error(say('signIn.unverified'))
  if (error.errorCode === 'sign_in:unknown') return new Error(say('signIn.unknown'))
  if (error.errorCode === 'code:refused') return new Error(say('signIn.codeRefused'))
  return error
}

type CodeProps = { error: unknown; isBusy: boolean; submit: (code: string) => void }

/** Form for the code of a two-factor app, the second step of a sign-in. */
export function CodeForm({ error, isBusy, submit }: CodeProps) {
  const { fields, bind } = useFields({ code: '' })
  return (
    <DeskForm
      isWide
      submitName={say('signIn.submit')}
      isBusy={isBusy}
      error={error}
      onSubmit={() => submit(fields.code.trim())}
    >
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
  )
}
