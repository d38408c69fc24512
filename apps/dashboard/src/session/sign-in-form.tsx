import { PasswordInput, TextInput } from '@mantine/core'
import { ApiError } from '@posthorn/sdk'
import { useState } from 'react'
import { auth, type SignedIn, type Step } from '../api/auth.ts'
import { sentenceOf } from '../parts/problem.tsx'
import { SubmitForm } from '../parts/submit-form.tsx'
import { duration } from '../words/moments.ts'
import { say } from '../words/say.ts'
import { beginSession } from './session.ts'

type Props = { onDone: (account: SignedIn) => void; email?: string }

/** The form of sign-in: e-mail and password, then the code of the second factor where there is one. */
export function SignInForm({ onDone, email: known }: Props) {
  const [email, setEmail] = useState(known ?? '')
  const [password, setPassword] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const { error, isBusy, run } = useSteps(onDone, () => setNeedsCode(true))
  if (needsCode) return <CodeForm error={error} isBusy={isBusy} submit={(code) => void run(() => auth.code(code))} />
  const submit = () => void run(() => auth.signIn(email.trim(), password))
  return (
    <SubmitForm submitName={say('signIn.submit')} isBusy={isBusy} error={error} onSubmit={submit}>
      <TextInput
        label={say('signIn.email')}
        type="email"
        autoComplete="username"
        value={email}
        readOnly={known !== undefined}
        onChange={(event) => setEmail(event.currentTarget.value)}
        required
        withAsterisk={false}
        data-autofocus
      />
      <PasswordInput
        label={say('signIn.password')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': say('signIn.show') }}
        required
        withAsterisk={false}
      />
    </SubmitForm>
  )
}

/** Runs the steps of a sign-in, and keeps the sentence for what went wrong. */
export function useSteps(onDone: (account: SignedIn) => void, onCode: () => void) {
  const [error, setError] = useState<string>()
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

function refusalOf(error: unknown): string {
  if (!(error instanceof ApiError)) return sentenceOf(error)
  if (error.status === 429) return say('signIn.tooMany', { time: duration((error.retryAfter ?? 60) * 1000) })
  if (error.code === 'route:not_found') return say('signIn.keysOnly')
  if (error.code === 'sign_in:refused') return say('signIn.refused')
  if (error.code === 'code:refused') return say('signIn.codeRefused')
  return error.message
}

type CodeProps = { error: string | undefined; isBusy: boolean; submit: (code: string) => void }

function CodeForm({ error, isBusy, submit }: CodeProps) {
  const [code, setCode] = useState('')
  return (
    <SubmitForm submitName={say('signIn.submit')} isBusy={isBusy} error={error} onSubmit={() => submit(code.trim())}>
      <TextInput
        label={say('signIn.code')}
        description={say('signIn.codeHelp')}
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        required
        withAsterisk={false}
        data-autofocus
      />
    </SubmitForm>
  )
}
