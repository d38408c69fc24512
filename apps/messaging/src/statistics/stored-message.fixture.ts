import { idFloor } from '@posthorn/contracts'
import type { MessagingFixture, NumberFixture } from '../messaging.fixture.ts'

let made = 0

/** Stores a message for the number, with this creation time. The given columns override the defaults. */
export async function storeMessage(
  { service }: MessagingFixture,
  { workspace, number }: NumberFixture,
  { atMs, ...columns }: { atMs: number } & Record<string, unknown>,
): Promise<void> {
  const message = {
    workspace_id: workspace,
    id: idFloor('msg', atMs).slice(0, -6) + String((made += 1)).padStart(6, '0'),
    number_id: number,
    recipient: '+15555300001',
    created_at: new Date(atMs).toISOString(),
    ...columns,
  }
  const names = Object.keys(message).join(', ')
  await service.rows(`insert into message (${names}) select ${names} from jsonb_populate_record(null::message, $1)`, [
    JSON.stringify(message),
  ])
}
