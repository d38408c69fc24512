import { until } from '@posthorn/testkit'
import { all, type Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { isShown, membersOf, openInbox, type Page } from './members.ts'
import { screensOf } from './screens.ts'

/** K3: every screen requests only this server, without errors, under a policy without inline scripts and other hosts. */
export async function staysClosed(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  const [owner] = await membersOf(system)
  await using watched = await openInbox(system, owner)
  const { page } = watched
  const paths = screensOf(system)
  for (const path of paths) {
    await page.goto(`/app/${system.account.workspace}/${path}`)
    await isShown(page)
  }
  // From here on, the console has errors.
  const [errors, stray] = [[...watched.consoleErrors], [...watched.strayRequests]]
  const kept = String(
    await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'),
  )
  const { hasRun, isAnswered, blocked } = await intrude(page)
  const policy = (await fetch(`${system.url}/app/`)).headers.get('content-security-policy') ?? ''
  const measured = `${paths.length} screens: ${stray.length} requests elsewhere, ${errors.length} errors; refused by the policy: ${blocked.join(', ')}`
  return all(measured, {
    [`no request to another host (${stray[0]})`]: stray.length === 0,
    [`no error of the console (${errors[0]})`]: errors.length === 0,
    'no script in the page runs': !hasRun && blocked.includes('script-src-elem'),
    'no other host is asked': !isAnswered && blocked.includes('connect-src'),
    'the policy allows neither': /script-src 'self';/.test(policy) && /default-src 'none'/.test(policy),
    'no session within reach of scripts': !/posthorn=|ses_/.test(kept),
  })
}

type Intrusion = { hasRun: boolean; isAnswered: boolean; blocked: string[] }

/** Adds a script to the page and requests another host, like an attacker; returns the results. */
async function intrude(page: Page): Promise<Intrusion> {
  await page.evaluate(`
    window.blocked = []
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => blocked.push(effectiveDirective))
    const script = document.createElement('script')
    script.textContent = 'window.intruded = true'
    document.head.append(script)
    fetch('https://elsewhere.example.com/').then(() => (window.answered = true), () => (window.answered = false))
    undefined`)
  const read = async () =>
    (await page.evaluate(
      'window.answered === undefined || blocked.length < 2 ? null : { hasRun: window.intruded === true, isAnswered: answered, blocked }',
    )) as Intrusion | null
  return until(read, { describe: 'the policy to refuse a script and a request' })
}
