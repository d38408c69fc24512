import { useMutation } from '@tanstack/react-query'
import { auth } from '../../api/auth.ts'
import { DeskForm } from '../../parts/desk-form.tsx'
import { PasswordField } from '../../parts/fields.tsx'
import { Panel } from '../../parts/page.tsx'
import { sayDone } from '../../parts/say-problem.ts'
import { useFields } from '../../parts/use-fields.ts'
import { beginSession } from '../../session/session.ts'
import { say } from '../../words/say.ts'

/** Changes the password; all other sessions end. */
export function PasswordForm({ email }: { email: string }) {
  const { fields, bind, clear } = useFields({ current: '', password: '' })
  const change = useMutation({
    mutationFn: () => auth.password(fields.current, fields.password),
    onSuccess: (account) => {
      beginSession(account)
      clear()
      sayDone(say('me.passwordChanged'))
    },
  })
  return (
    <Panel title={say('me.password')}>
      <DeskForm
        submitName={say('me.changePassword')}
        isBusy={change.isPending}
        error={change.error}
        onSubmit={change.mutate}
      >
        {/* Password managers read from it whose password this is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label={say('me.current')} autoComplete="current-password" required {...bind('current')} />
        <PasswordField
          label={say('reset.title')}
          description={say('welcome.passwordRule')}
          autoComplete="new-password"
          required
          {...bind('password')}
        />
      </DeskForm>
    </Panel>
  )
}
