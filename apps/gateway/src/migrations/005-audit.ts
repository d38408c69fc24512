import { defaultPartition, migration } from '@posthorn/chassis'

const refusals = ['audit_entry', 'audit_checkpoint'].flatMap((table) => [
  `create trigger ${table}_is_final before update or delete on ${table} for each row execute function refuse_change()`,
  `create trigger ${table}_is_kept before truncate on ${table} for each statement execute function refuse_change()`,
])

/** The audit log of each workspace, a chain of hashes; checkpoints hold where it goes on when its oldest months are gone. */
export const audit005 = migration('gateway_005_audit', [
  `create table audit_entry (
    workspace_id text collate "C" not null,
    id text collate "C" not null,
    sequence bigint not null,
    at timestamptz(3) not null,
    actor_type text not null,
    actor_id text not null,
    service text not null,
    operation text not null,
    target text,
    ip text,
    request_id text not null,
    details text not null,
    previous text not null,
    hash text not null,
    primary key (workspace_id, id)
  ) partition by range (id)`,
  defaultPartition('audit_entry'),
  `create index audit_entry_sequence on audit_entry (workspace_id, sequence)`,
  `create index audit_entry_actor on audit_entry (workspace_id, actor_id, id)`,
  `create index audit_entry_target on audit_entry (workspace_id, target, id)`,
  `create table audit_checkpoint (
    workspace_id text collate "C" not null,
    sequence bigint not null,
    id text collate "C" not null,
    hash text not null,
    made_at timestamptz not null default now(),
    primary key (workspace_id, sequence)
  )`,
  `create function refuse_change() returns trigger language plpgsql as $$
   begin
     raise exception 'the audit log is only added to';
   end $$`,
  ...refusals,
])
