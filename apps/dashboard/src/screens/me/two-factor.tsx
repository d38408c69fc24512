import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { encode } from 'uqr'
import { auth, type OfferedSecret, type SignedIn } from '../../api/auth.ts'
import deskStyles from '../../parts/desk.module.css'
import { SecretDialog } from '../../parts/dialogs.tsx'
import { DeskForm, OwnPasswordField, TextField, useFields } from '../../parts/form.tsx'
import { CopyButton, Panel } from '../../parts/page.tsx'
import { beginSession } from '../../session/session.ts'
import { say } from '../../words/words.ts'

/**
 * A QR code with the empty border of four squares that readers need. Dark on white in every theme, because cameras can't read other colors.
 */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 4 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg
      role="img"
      aria-label={say('twoFactor.qr')}
      viewBox={`0 0 ${size} ${size}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
      style={{ background: '#fff', borderRadius: 8 }}
    >
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}

/** Turns two-factor authentication on, in two steps, or off. */
export function TwoFactor({ person }: { person: SignedIn['person'] }) {
  const [secret, setSecret] = useState<OfferedSecret>()
  const [codes, setCodes] = useState<string[]>()
  const begin = useMutation({ mutationFn: auth.beginTwoFactor, onSuccess: setSecret })
  const end = useMutation({ mutationFn: auth.endTwoFactor, onSuccess: beginSession })
  const finish = useMutation({
    mutationFn: (code: string) => auth.finishTwoFactor({ code, offer: secret?.offer ?? '' }),
    onSuccess: ({ codes: made, ...account }) => {
      setSecret(undefined)
      setCodes(made)
      beginSession(account)
    },
  })
  return (
    <Panel title={say('twoFactor.title')}>
      {person.twoFactor ? (
        <OneField kind="password" submitName={say('word.turnOff')} action={end}>
          <p>{say('twoFactor.on', { count: person.codesLeft })}</p>
        </OneField>
      ) : secret ? (
        <OneField kind="code" submitName={say('word.turnOn')} action={finish}>
          <SecretToScan secret={secret} />
        </OneField>
      ) : (
        <OneField kind="password" submitName={say('twoFactor.begin')} action={begin}>
          <p>{say('twoFactor.why')}</p>
        </OneField>
      )}
      {codes && (
        <SecretDialog title={say('twoFactor.codes')} secret={codes.join('\n')} onClose={() => setCodes(undefined)}>
          <p>{say('twoFactor.codesWhy')}</p>
        </SecretDialog>
      )}
    </Panel>
  )
}

/** The secret for an authenticator app, as a QR code, as text to copy, and as a link for an app on this device. */
function SecretToScan({ secret: { secret, uri } }: { secret: OfferedSecret }) {
  return (
    <>
      <p>{say('twoFactor.enter')}</p>
      <QrCode text={uri} />
      <div className={deskStyles.once}>
        <code>{secret}</code>
        <CopyButton text={secret} />
      </div>
      <p>
        <a href={uri}>{say('twoFactor.openApp')}</a>
      </p>
    </>
  )
}

type Action = { mutate: (value: string) => void; isPending: boolean; error: Error | null }
type FieldProps = { kind: 'password' | 'code'; submitName: string; action: Action; children: ReactNode }

/**
 * Form with one field: the password that confirms the change, or a code from the app. Each attempt empties the field: the next step's form
 * has the same state, and would show the password as a code.
 */
function OneField({ kind, submitName, action, children }: FieldProps) {
  const { fields, bind, reset } = useFields({ value: '' })
  const submit = () => {
    action.mutate(fields.value)
    reset()
  }
  const shared = { required: true, ...bind('value'), name: kind }
  return (
    <DeskForm submitName={submitName} variant="default" action={action} onSubmit={submit}>
      {children}
      {kind === 'password' ? (
        <OwnPasswordField {...shared} />
      ) : (
        <TextField label={say('signIn.code')} inputMode="numeric" autoComplete="one-time-code" {...shared} />
      )}
    </DeskForm>
  )
}
