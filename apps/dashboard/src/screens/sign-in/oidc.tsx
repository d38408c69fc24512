import { Anchor, Loader } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { auth } from '../../api/auth.ts'
import { EntryPage } from '../../parts/page.tsx'
import { Problem } from '../../parts/problem.tsx'
import { CodeForm, useSteps } from '../../session/sign-in.tsx'
import { say } from '../../words/words.ts'
import { takePlace } from './place-after.ts'

/** Page to which the identity provider redirects the browser. The provider's response works only once. */
export function OidcScreen() {
  const navigate = useNavigate()
  const [needsCode, setNeedsCode] = useState(false)
  const { error, isBusy, run } = useSteps(
    () => void navigate({ href: takePlace(), replace: true }),
    () => setNeedsCode(true),
  )
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    const query = location.search
    history.replaceState(history.state, '', location.pathname)
    void run(() => auth.finishOidc(query))
  }, [run])
  return (
    <EntryPage title={say('signIn.title')}>
      {needsCode ? (
        <CodeForm error={error} isBusy={isBusy} submit={(code) => void run(() => auth.code(code))} />
      ) : error ? (
        <>
          <Problem error={error} />
          <Anchor component={Link} to="/sign-in" size="sm" display="block" mt="md">
            {say('signIn.back')}
          </Anchor>
        </>
      ) : (
        <Loader size="sm" aria-label={say('signIn.title')} />
      )}
    </EntryPage>
  )
}
