import type { Verb } from '@posthorn/chassis'
import { idFloor, installationRowsMax, type messaging } from '@posthorn/contracts'
import type { MessagingRuntime } from '../config.ts'
import { countFailures } from './installation.sql.ts'

const dayMs = 86_400_000
/** Attempts that are looked at: a flood of failures must not make its own display slow. */
const attemptsMax = 20_000

/** Attempts of all workspaces that failed lately, by workspace, number and error. */
export const failures: Verb<typeof messaging.installation.failures, MessagingRuntime> = ({ ctx }) =>
  countFailures(ctx.em, { from: idFloor('att', Date.now() - dayMs), attemptsMax, rowsMax: installationRowsMax })
