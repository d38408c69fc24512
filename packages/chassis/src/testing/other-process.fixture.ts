import type { TestService } from './service.fixture.ts'

type Other = { joinedAt?: string; hasBus?: boolean }

/** Adds a process to those of a service. It lives as long as the others' heartbeats keep it alive: until its row is removed. */
export async function addProcess(
  { rows }: Pick<TestService, 'rows'>,
  { joinedAt = 'now()', hasBus = true }: Other = {},
): Promise<void> {
  await rows(
    `create or replace function beat_other() returns trigger language plpgsql as $$ begin
       update worker_process set seen_at = clock_timestamp() where id = 'other'; return null; end $$;
     create or replace trigger beat_other after insert or update on worker_process
       for each row when (new.id <> 'other') execute function beat_other();
     insert into worker_process (id, joined_at, seen_at, has_bus) values ('other', ${joinedAt}, now(), ${hasBus})`,
  )
}
