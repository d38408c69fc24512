import { defineService, type ServiceDefinition } from '@posthorn/chassis'
import { keyUseDays } from './access/auth/key-use.sql.ts'
import { expiredAccess } from './access/sessions/session.sql.ts'
import { secondFactorPurpose } from './access/sign-in/sign-in.ts'
import { addressPurpose, unusedPushDays, vapidPurpose } from './accounts/push/push.sql.ts'
import { pushQueue } from './accounts/push/queue.sql.ts'
import { keepCheckpoints } from './audit/audit.sql.ts'
import { config } from './config.ts'
import { createDeps, type GatewayDeps } from './deps.ts'
import { createEdge } from './edge.ts'
import {
  ApiKey,
  AuditEntry,
  Department,
  DepartmentMember,
  Invitation,
  Member,
  Workspace,
} from './entities/workspace.ts'
import { countryFromNumber, pushFromAlert, recordAudit } from './events/subscribers.ts'
import { letterPurpose, mailQueue } from './mail/outbox.sql.ts'
import { migrations } from './migrations/index.ts'
import { router } from './router.ts'
import { evictBuckets, sendDigests, sendMail, sendPush } from './workers/workers.ts'

/** Number of full months kept in addition to the current one: at least 400 days. */
const auditMonths = 14

/** The gateway: the public REST API and the accounts service. */
export const gatewayService: ServiceDefinition<typeof config, GatewayDeps> = defineService({
  name: 'gateway',
  config,
  entities: [Workspace, ApiKey, Member, Invitation, Department, DepartmentMember, AuditEntry],
  migrations,
  partitions: [
    {
      table: 'audit_entry',
      prefix: 'aud',
      every: 'month',
      createInAdvance: 1,
      keep: auditMonths,
      beforeDrop: keepCheckpoints,
    },
  ],
  appendOnly: ['audit_entry', 'audit_checkpoint'],
  sealed: [
    { table: 'person', column: 'second_factor', key: ['id'], purpose: (id) => secondFactorPurpose(id as string) },
    { table: 'mail', column: 'sealed', key: ['id'], purpose: (id) => letterPurpose(id as string) },
    { table: 'push_key', column: 'sealed', key: ['id'], purpose: () => vapidPurpose },
    { table: 'push_subscription', column: 'sealed', key: ['id'], purpose: (id) => addressPurpose(id as string) },
  ],
  longWaits: [mailQueue.longWaits, pushQueue.longWaits],
  expired: [
    ...expiredAccess,
    { table: 'push_subscription', key: 'ctid', condition: `renewed_at < now() - interval '${unusedPushDays} days'` },
    { table: 'key_use', key: 'ctid', condition: `day <= (now() at time zone 'utc')::date - ${keyUseDays}` },
  ],
  deps: createDeps,
  router,
  subscribers: [recordAudit, countryFromNumber, pushFromAlert],
  workers: [evictBuckets, sendMail, sendPush, sendDigests],
  edge: createEdge,
})
