import { ApiError } from '@posthorn/sdk'
import { useState } from 'react'
import { PasswordField } from '../../parts/fields.tsx'
import { SubmitForm } from '../../parts/submit-form.tsx'
import { useFields } from '../../parts/use-fields.ts'
import { beginWithKey } from '../../session/session.ts'
import { say } from '../../words/say.ts'

/** A form for an API key, which is kept until the page is closed or loaded again. */
export function KeyForm({ onDone }: { onDone: () => void }) {
  const { fields, bind } = useFields({ key: '' })
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    try {
      await beginWithKey(fields.key.trim())
      onDone()
    } catch (caught) {
      const isRefused = caught instanceof ApiError && caught.status === 401
      setError(isRefused ? new Error(say('signIn.keyRefused')) : caught)
    } finally {
      setBusy(false)
    }
  }
  return (
    <SubmitForm submitName={say('signIn.submit')} isBusy={isBusy} error={error} onSubmit={() => void submit()}>
      <PasswordField label={say('signIn.key')} placeholder="ph_live_…" autoComplete="off" required {...bind('key')} />
    </SubmitForm>
  )
}
