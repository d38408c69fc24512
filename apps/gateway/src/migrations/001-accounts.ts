import { migration } from '@posthorn/chassis'

/** Workspaces and their API keys. */
export const accounts001 = migration('gateway_001_accounts', [
  `create table workspace (
    workspace_id text collate "C" not null,
    name text not null,
    created_at timestamptz not null default now(),
    primary key (workspace_id)
  )`,
  `create table api_key (
    workspace_id text collate "C" not null references workspace (workspace_id),
    id text collate "C" not null,
    public_id text collate "C" not null,
    secret_hmac text not null,
    name text not null,
    scopes text[] not null,
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    primary key (workspace_id, id)
  )`,
  `create unique index api_key_public_id on api_key (public_id)`,
  `create unique index api_key_id on api_key (id)`,
])
