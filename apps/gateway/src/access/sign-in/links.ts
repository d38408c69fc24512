import { fail, type Role } from '@posthorn/contracts'
import { acrossWorkspaces } from '../../accounts/people/person.sql.ts'
import type { GatewayRuntime } from '../../deps.ts'
import { hashOf } from '../sessions/token.ts'
import { findLink } from './links.sql.ts'

/** A link as a person sees it before they use it. */
export type LinkView = {
  kind: 'first' | 'invitation' | 'reset'
  workspace: { id: string; name: string } | null
  email: string | null
  role: Role | null
  expiresAt: string
}

/** Returns what is behind a link: nothing about a person but the address, which is all that its maker may know. */
export async function viewLink(runtime: GatewayRuntime, token: string): Promise<LinkView> {
  return acrossWorkspaces(runtime, async (em) => {
    const link = (await findLink(em, hashOf(token))) ?? fail('link:invalid')
    const { kind, workspace, workspaceName, email, role, expiresAt } = link
    return {
      kind,
      workspace: workspace === null ? null : { id: workspace, name: workspaceName ?? '' },
      email,
      role,
      expiresAt,
    }
  })
}
