import { PasswordInput } from '@mantine/core'
import { ApiError } from '@posthorn/sdk'
import { useState } from 'react'
import { sentenceOf } from '../../parts/problem.tsx'
import { SubmitForm } from '../../parts/submit-form.tsx'
import { beginWithKey } from '../../session/session.ts'
import { say } from '../../words/say.ts'

/** A form for an API key, which is kept until the page is closed or loaded again. */
export function KeyForm({ onDone }: { onDone: () => void }) {
  const [key, setKey] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    try {
      await beginWithKey(key.trim())
      onDone()
    } catch (caught) {
      const isRefused = caught instanceof ApiError && caught.status === 401
      setError(isRefused ? say('signIn.keyRefused') : sentenceOf(caught))
    } finally {
      setBusy(false)
    }
  }
  return (
    <SubmitForm submitName={say('signIn.submit')} isBusy={isBusy} error={error} onSubmit={() => void submit()}>
      <PasswordInput
        label={say('signIn.key')}
        placeholder="ph_live_…"
        autoComplete="off"
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': say('signIn.show') }}
        required
        withAsterisk={false}
      />
    </SubmitForm>
  )
}
